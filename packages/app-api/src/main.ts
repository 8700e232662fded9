#!/usr/bin/env node
/** The entry of the process. */
// First of all: schemas compile to code when they are first used, which makes data and polls twice as fast.
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { KeyCheck, SingleProcess } from "@sheaf/adapters-sql"
import { Cause, Console, Effect, Exit, Layer, References } from "effect"
import { CliError, Command } from "effect/cli"
import metadata from "../package.json" with { type: "json" }
import { CommandRefused } from "./cli/Administration.ts"
import { sheaf } from "./cli/Cli.ts"
import * as Presentation from "./cli/Presentation.ts"
import * as Log from "./Log.ts"
import { SettingsError } from "./config/Settings.ts"

/** What the service writes to disk is for its owner only. */
process.umask(0o077)

const Telemetry = Layer.mergeAll(
  Log.layer,
  // Nobody collects spans: making them would only cost.
  Layer.succeed(References.TracerEnabled, false)
)

const mendable = [
  CommandRefused,
  SettingsError,
  SingleProcess.DataFolderInUse,
  SingleProcess.LockUnusable,
  KeyCheck.WrongKeys
]

/** What an operator can mend is said in one line; anything else is a fault, and is logged whole. */
const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  // What is wrong with a command was said beside its help.
  if (CliError.isCliError(error)) return Effect.void
  return mendable.some((kind) => error instanceof kind) && error instanceof Error
    ? Console.error(`sheaf: ${error.message}`)
    : Effect.logFatal("sheaf cannot go on", cause)
}

const stopped = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)

Command.run(sheaf, { version: metadata.version }).pipe(
  Effect.tapCause(report),
  Effect.provide(Layer.mergeAll(NodeServices.layer, Presentation.layer, Telemetry)),
  // The failure is reported above; being told to stop is no failure.
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(stopped(exit) ? 0 : 1)
  })
)
