/**
 * `sheaf config check` validates the configuration without starting the service (spec 14.1). `sheaf config schema`
 * prints the JSON Schema of the configuration file.
 */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { jsonSchema } from "../../config/ConfigFile.ts"
import * as SettingErrors from "../../config/values/SettingErrors.ts"
import * as Production from "../../config/Production.ts"
import * as CommandServices from "../CommandServices.ts"
import * as Output from "../Output.ts"

const check = Command.make("check", {}, () =>
  Effect.gen(function* () {
    const { messages, settings, warnings } = yield* Production.readStartupSettings(process.env)
    if (messages.length > 0) return yield* SettingErrors.toError(messages)
    const { environment, mode } = settings
    yield* Console.log(`mode=${mode.name} environment=${environment}`)
    for (const warning of warnings) yield* CommandServices.printNote(`warning: ${warning}`)
    yield* CommandServices.printNote("The configuration is valid.")
  })
).pipe(
  Command.withDescription(
    "Prints everything that keeps the service from starting, and exits with code 1 if there is anything. Starts nothing " +
      "and does not open the database."
  )
)

const schema = Command.make("schema", {}, () =>
  Output.printLines(JSON.stringify(jsonSchema(), null, 2).split("\n"))
).pipe(
  Command.withDescription("Prints the JSON Schema of the configuration file, with which editors check and complete it.")
)

export const makeCommand = (name: string) => Command.make(name).pipe(Command.withSubcommands([check, schema]))
