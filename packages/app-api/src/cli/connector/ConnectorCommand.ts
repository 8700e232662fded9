/** `sheaf connector`: creates, records, checks and compares connectors (docs/connector-kit.md). */
import { Command } from "effect/cli"
import { checkCommand } from "./CheckCommand.ts"
import { diffCommand } from "./DiffCommand.ts"
import { newCommand } from "./NewCommand.ts"
import { recordCommand } from "./RecordCommand.ts"

export const makeCommand = (name: string) =>
  Command.make(name).pipe(Command.withSubcommands([newCommand, recordCommand, checkCommand, diffCommand]))
