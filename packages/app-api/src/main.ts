#!/usr/bin/env node
/** The entry of the process. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Layer, Predicate, References } from "effect"
import { CliError, Command } from "effect/cli"
import metadata from "../package.json" with { type: "json" }
import * as Cli from "./cli/Cli.ts"
import * as Presentation from "./cli/Presentation.ts"
import * as Log from "./Log.ts"
import { OperatorError } from "./OperatorError.ts"

// The service's files are for their owner only.
process.umask(0o077)

const Telemetry = Layer.mergeAll(
  Log.layer,
  // Nothing collects spans.
  Layer.succeed(References.TracerEnabled, false)
)

/** The tags of errors that the operator can fix. Importing their classes would load the database. */
const fixable = [OperatorError.name, "DataFolderInUse", "LockUnusable", "WrongKeys"]

/** Prints one line for errors that the operator can fix, and logs any other cause in full. */
const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  // The command line has already printed the error, with the command's help.
  if (CliError.isCliError(error)) return Effect.void
  return fixable.some((tag) => Predicate.isTagged(error, tag)) && error instanceof Error
    ? Console.error(`sheaf: ${error.message}`)
    : Effect.logFatal("sheaf failed", cause)
}

const stopped = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)

Command.run(await Cli.load(process.argv.slice(2)), { version: metadata.version }).pipe(
  Effect.tapCause(report),
  Effect.provide(Layer.mergeAll(NodeServices.layer, Presentation.layer, Telemetry)),
  // `report` has printed failures, and a stop signal is not a failure.
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(stopped(exit) ? 0 : 1)
  })
)
