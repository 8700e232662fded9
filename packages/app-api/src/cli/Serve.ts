/** `sheaf serve`: runs the service until it is told to stop. */
import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { apiKey } from "../Demo.ts"
import * as Server from "../Server.ts"
import * as Settings from "../Settings.ts"

const greeting = (settings: Settings.Settings, base: string): string => {
  const lines = [
    `Sheaf listens on ${base} (sandbox). Its data is in ${settings.dataDir}.`,
    `Browse the API: ${base}/docs`
  ]
  if (settings.demo) {
    lines.push(
      "",
      "A first call:",
      // Quoted: to some shells, the question mark is a pattern for file names.
      `  curl '${base}/companies/availability?market=se' -H 'Authorization-token: ${apiKey}' -H 'Service-Version: 2026-04-01'`
    )
  }
  return lines.join("\n")
}

/** Serves as configured. Ends with the process. */
export const serve = Effect.gen(function* () {
  const settings = yield* Settings.load(process.env)
  const announce = Layer.effectDiscard(
    Effect.flatMap(Server.address, (address) => Console.log(greeting(settings, address)))
  )
  return yield* Layer.launch(announce.pipe(Layer.provide(Server.layer(settings))))
})

export const command = Command.make("serve", {}, () => serve).pipe(
  Command.withDescription("Runs the service. It is configured by environment variables: see docs/configuration.md.")
)
