/** `sheaf serve`: runs the service until a stop signal arrives. */
import { DatabaseClock } from "@sheaf/adapters-sql"
import { head } from "@sheaf/domain/ApiVersion"
import { Console, Effect, Layer, Option } from "effect"
import { Command } from "effect/cli"
import { flushCompileCache } from "node:module"
import { apiKey } from "../installation/Demo.ts"
import * as MutualTls from "../service/MutualTls.ts"
import * as Server from "../service/Server.ts"
import * as JumpResistantClock from "../clock/JumpResistantClock.ts"
import * as FairScheduler from "../service/FairScheduler.ts"
import * as ShutdownTimeout from "../service/ShutdownTimeout.ts"
import * as Production from "../config/Production.ts"
import type { Settings } from "../config/Settings.ts"
import * as Output from "./Output.ts"

const mutualTlsCall = (dataDir: string, base: string): string => {
  const file = (name: string) => `'${dataDir}/certs/demo/${name}'`
  return `  curl '${base}/health' --cacert ${file("ca.pem")} --cert ${file("client.pem")} --key ${file("client.key")}`
}

const greeting = (settings: Settings, base: string, mutualTls: Option.Option<string>): ReadonlyArray<string> => {
  const also = Option.match(mutualTls, { onNone: () => "", onSome: (at) => ` and, with mutual TLS, on ${at}` })
  const lines = [
    `Sheaf (${settings.mode.isProduction ? settings.environment : settings.mode.name}) is listening on ${base}${also}. Data folder: ${settings.dataDir}`,
    settings.demo ? `Try it in a browser: ${base}/` : `Browse the API: ${base}/docs`
  ]
  if (settings.demo) {
    lines.push(
      "",
      "A first call:",
      `  curl '${base}/companies/availability?market=se' -H 'Authorization-token: ${apiKey}' -H 'Service-Version: ${head}'`
    )
    // Prints no example for a certificate that the operator provides, because Sheaf knows neither its authority nor its
    // host name.
    if (Option.isSome(mutualTls) && Option.isNone(settings.serverFiles)) {
      lines.push("", "The same service over mutual TLS:", mutualTlsCall(settings.dataDir, mutualTls.value))
    }
  }
  return lines
}

/** Returns the memory that only the start needed, about 30 MB. Node.js offers this only with the flag `--expose-gc`. */
const releaseStartMemory = Effect.delay(
  Effect.sync(() => globalThis.gc?.({ type: "major", flavor: "last-resort" })),
  "5 seconds"
)

export const serve = Effect.gen(function* () {
  const settings = yield* Production.loadStartupSettings(process.env)
  const announce = Layer.effectDiscard(
    Effect.flatMap(Effect.all([Server.listenerUrl, MutualTls.MutualTlsUrl]), ([plain, mutualTls]) =>
      Output.printLines(greeting(settings, plain, mutualTls)).pipe(
        // Saves the code that Node.js has compiled so far, because Node.js could discard some of it before the service
        // stops.
        Effect.andThen(Effect.sync(() => flushCompileCache())),
        Effect.andThen(Effect.forkScoped(releaseStartMemory))
      )
    )
  )
  if (Option.isSome(settings.databaseUrl)) yield* ShutdownTimeout.exitAfterStopSignal(settings.drain)
  return yield* Layer.launch(announce.pipe(Layer.provide(Server.layer(settings)))).pipe(
    Effect.onInterrupt(() => Console.log("Sheaf has stopped.")),
    Option.isSome(settings.databaseUrl) ? DatabaseClock.provide : JumpResistantClock.provide,
    FairScheduler.withFairScheduling
  )
})

export const makeCommand = (name: string) => Command.make(name, {}, () => serve)
