/** `sheaf connector`: makes, records and checks connectors (docs/connector-kit.md). */
import { Command } from "effect/cli"
import { newCommand } from "./NewCommand.ts"

export const makeCommand = (name: string) => Command.make(name).pipe(Command.withSubcommands([newCommand]))
