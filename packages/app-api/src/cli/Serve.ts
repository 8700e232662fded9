/** `sheaf serve`: runs the service until it is told to stop. */
import { head } from "@sheaf/domain/ApiVersion"
import { Console, Effect, Layer, Option } from "effect"
import { Command } from "effect/cli"
import { apiKey } from "../Demo.ts"
import * as Server from "../Server.ts"
import * as Settings from "../config/Settings.ts"

/** What to call with the certificate of the demonstration, which is in the data folder. */
const mutualTlsCall = (dataDir: string, base: string): string => {
  const file = (name: string) => `'${dataDir}/certs/demo/${name}'`
  return `  curl '${base}/health' --cacert ${file("ca.pem")} --cert ${file("client.pem")} --key ${file("client.key")}`
}

const greeting = (settings: Settings.Settings, base: string, mutualTls: Option.Option<string>): string => {
  const also = Option.match(mutualTls, { onNone: () => "", onSome: (at) => ` and, for mutual TLS, ${at}` })
  const lines = [
    `Sheaf listens on ${base}${also} (sandbox). Its data is in ${settings.dataDir}.`,
    `Browse the API: ${base}/docs`
  ]
  if (settings.demo) {
    lines.push(
      "",
      "A first call:",
      // Quoted: to some shells, the question mark is a pattern for file names.
      `  curl '${base}/companies/availability?market=se' -H 'Authorization-token: ${apiKey}' -H 'Service-Version: ${head}'`
    )
    // By what the operator's own certificate is verified, and by which name, its operator knows.
    if (Option.isSome(mutualTls) && Option.isNone(settings.serverFiles)) {
      lines.push("", "The same service over mutual TLS:", mutualTlsCall(settings.dataDir, mutualTls.value))
    }
  }
  return lines.join("\n")
}

/** Serves as configured. Ends with the process. */
export const serve = Effect.gen(function* () {
  const settings = yield* Settings.load(process.env)
  const announce = Layer.effectDiscard(
    Effect.flatMap(Effect.all([Server.address, Server.mutualTlsAddress]), ([plain, mutualTls]) =>
      Console.log(greeting(settings, plain, mutualTls))
    )
  )
  return yield* Layer.launch(announce.pipe(Layer.provide(Server.layer(settings)))).pipe(
    Effect.onInterrupt(() => Console.log("Sheaf has stopped."))
  )
})

export const command = Command.make("serve", {}, () => serve).pipe(
  Command.withDescription("Runs the service. It is configured by environment variables: see docs/configuration.md.")
)
