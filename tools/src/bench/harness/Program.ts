/** The program that `npm run bench` runs, for any list of parts. */
import * as CommandLine from "./CommandLine.ts"
import * as Machine from "../../workshop/checker/Machine.ts"
import * as Suite from "./Suite.ts"
import type { Part } from "./Suite.ts"

/** Prints a text to stdout or stderr. */
export interface Console {
  readonly log: (text: string) => void
  readonly error: (text: string) => void
}

/** Executes the command and returns the exit code: 0, 1 if a part failed, or 2 if the arguments are wrong. */
export const execute = async (
  args: ReadonlyArray<string>,
  parts: ReadonlyArray<Part>,
  { error, log }: Console
): Promise<number> => {
  const command = CommandLine.parse(args, parts)
  switch (command._tag) {
    case "Help":
      log(CommandLine.help(parts))
      return 0
    case "List":
      log(CommandLine.list(parts))
      return 0
    case "Refused":
      error(command.reason)
      return 2
    case "Run": {
      const { effort, format, parts: chosen } = command
      const began = performance.now()
      log(`${Machine.describe(new Date())}\n`)
      const failed = await Suite.run(chosen, { effort, format, print: log })
      log(`${chosen.length} parts, ${((performance.now() - began) / 1000).toFixed(0)} s`)
      if (failed.length === 0) return 0
      error(`FAILED: ${failed.join(", ")}`)
      return 1
    }
  }
}
