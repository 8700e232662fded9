/** Runs a `sheaf` command and prints its errors to stderr. */
import { Cause, Effect, Layer, Option, Predicate, References } from "effect"
import { CliError, Command } from "effect/cli"
import metadata from "../package.json" with { type: "json" }
import * as DatabaseErrors from "./errors/DatabaseErrors.ts"
import * as Log from "./Log.ts"
import { OperatorError } from "./errors/OperatorError.ts"
import * as Cli from "./Cli.ts"
import * as Output from "./cli/Output.ts"
import * as Presentation from "./cli/Presentation.ts"

const Telemetry = Layer.mergeAll(Log.layer, Layer.succeed(References.TracerEnabled, false))

/** Tags of errors that the operator can fix. Importing the error classes instead would load the database code. */
const fixable = [
  OperatorError.name,
  "DatabaseUnusableError",
  "DataFolderInUseError",
  "LockUnusableError",
  "UnsupportedReleaseError",
  "WrongKeysError"
]

/** Prints only the message of an error that the operator can fix. Logs any other error in full. */
const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  // The command-line library has already printed the error and the command's help.
  if (CliError.isCliError(error)) return Effect.void
  if (fixable.some((tag) => Predicate.isTagged(error, tag)) && error instanceof Error) {
    const { reasons = [] } = error instanceof OperatorError ? error : {}
    return Output.printErrorLines([`sheaf: ${error.message}`, ...reasons.map((reason) => `- ${reason}`)])
  }
  return Option.match(DatabaseErrors.explainCause(cause), {
    onNone: () => Effect.logFatal("sheaf failed", cause),
    onSome: (why) => Output.printErrorLines([`sheaf: cannot use the database: ${why}`])
  })
}

export const run = (words: ReadonlyArray<string>) =>
  Effect.promise(() => Cli.loadCommand(words)).pipe(
    Effect.flatMap((sheaf) => Command.runWith(sheaf, { version: metadata.version })(words)),
    Effect.tapCause((cause) => Effect.provide(report(cause), Output.layer)),
    Effect.provide(Layer.mergeAll(Presentation.layer, Telemetry))
  )
