#!/usr/bin/env node
/** The entry point of the process. */
import "./Inspector.ts"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit } from "effect"
import * as Program from "./Program.ts"

// Only the owner may read files that the service creates.
process.umask(0o077)

const stopped = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)

Program.run(process.argv.slice(2)).pipe(
  Effect.provide(NodeServices.layer),
  // Failures have already been printed, and a stop signal is not a failure.
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(stopped(exit) ? 0 : 1)
  })
)
