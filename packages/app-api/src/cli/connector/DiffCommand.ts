/** `sheaf connector diff`: shows how the company's site has changed between two recordings (docs/connector-kit.md). */
import { compareStructure, maxCassetteBytes, parse } from "@sheaf/connector/cassettes"
import { Effect, Path } from "effect"
import { Argument, Command } from "effect/cli"
import { readFileSync, statSync } from "node:fs"
import { failWith } from "../../errors/OperatorError.ts"
import * as Output from "../Output.ts"
import { attempt } from "./CheckCommand.ts"
import { keepFlag, readKept, sourceFlag } from "./Sources.ts"

const read = (file: string) =>
  attempt(async () => {
    try {
      if (statSync(file).size > maxCassetteBytes) throw new Error(`longer than ${maxCassetteBytes} bytes`)
      return parse(readFileSync(file, "utf8"))
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : "unreadable"}`, { cause: error })
    }
  })

export const diffCommand = Command.make(
  "diff",
  {
    before: Argument.String("before").pipe(Argument.withDescription("The older cassette.")),
    after: Argument.String("after").pipe(Argument.withDescription("The newer cassette, in the connector's folder.")),
    source: sourceFlag,
    keep: keepFlag
  },
  Effect.fnUntraced(function* ({ after, before, keep, source }) {
    const path = yield* Path.Path
    const folder = path.dirname(path.dirname(path.resolve(after)))
    const keeps = yield* readKept(folder, source, keep)
    const [old, current] = [yield* read(path.resolve(before)), yield* read(path.resolve(after))]
    const lines = compareStructure(old, current, keeps)
    const failures = [
      [before, old.failure],
      [after, current.failure]
    ].flatMap(([file, failure]) =>
      failure === undefined ? [] : [`${file}: the login failed (${failure}), so only the pages until then count.`]
    )
    yield* Output.printLines([
      ...failures,
      ...(lines.length === 0 ? ["The recordings have the same structure."] : lines)
    ])
    if (lines.length > 0) yield* failWith("the company's site has changed between the recordings")
  })
).pipe(
  Command.withDescription(
    "Compares the structure of two cassettes, without their invented values: requests, statuses, members, tags, and the texts that " +
      "the connector's source contains."
  )
)
