/** The command line, `sheaf`. Without a command it serves. */
import { Command } from "effect/cli"
import * as Serve from "./Serve.ts"

export const sheaf = Command.make("sheaf", {}, () => Serve.serve).pipe(
  Command.withDescription("A collection and consent service."),
  Command.withSubcommands([Serve.command])
)
