#!/usr/bin/env node
/** The entry of the process. */
// First of all: schemas compile to code when they are first used, which makes data and polls twice as fast.
import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { KeyCheck, SingleProcess } from "@sheaf/adapters-sql"
import { Cause, Console, Effect, Exit, Layer, Logger, References } from "effect"
import { Command } from "effect/cli"
import metadata from "../package.json" with { type: "json" }
import { sheaf } from "./cli/Cli.ts"
import { SettingsError } from "./Settings.ts"

/** What the service writes to disk is for its owner only. */
process.umask(0o077)

/** Logs go to standard error, one JSON object a line; standard output is for people and pipes. */
const Telemetry = Layer.mergeAll(
  Logger.layer([Logger.withConsoleError(Logger.formatJson)]),
  // Nobody collects spans: making them would only cost.
  Layer.succeed(References.TracerEnabled, false)
)

const mendable = [SettingsError, SingleProcess.DataFolderInUse, SingleProcess.LockUnusable, KeyCheck.WrongKeys]

/** What an operator can mend is said in one line; anything else is a fault, and is logged whole. */
const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  return mendable.some((kind) => error instanceof kind) && error instanceof Error
    ? Console.error(`sheaf: ${error.message}`)
    : Effect.logFatal("sheaf cannot go on", cause)
}

const stopped = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)

Command.run(sheaf, { version: metadata.version }).pipe(
  Effect.tapCause(report),
  Effect.provide(Layer.mergeAll(NodeServices.layer, Telemetry)),
  // The failure is reported above; being told to stop is no failure.
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(stopped(exit) ? 0 : 1)
  })
)
