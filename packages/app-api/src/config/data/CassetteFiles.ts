/** Reads the cassettes in the configuration. */
import { CassetteError, maxCassetteBytes, parse } from "@sheaf/connector/cassettes"
import type { Cassette } from "@sheaf/connector/cassettes"
import { Effect, Result } from "effect"
import { failWith } from "../../errors/OperatorError.ts"
import type { DataFiles } from "./DataFiles.ts"
import * as TextFile from "../values/TextFile.ts"

/** The error says where in the cassette the fault is. */
export const parseCassette = (text: string): Result.Result<Cassette, string> =>
  Result.try({
    try: () => parse(text),
    catch: (error) => (error instanceof CassetteError ? error.message : "unreadable")
  })

export interface CassetteFile {
  readonly path: string
  readonly cassette: Cassette
}

/** If a cassette is unusable, the error names the setting, the file and the place in it. */
export const read = (setting: string, references: ReadonlyArray<string>, files: DataFiles) =>
  Effect.forEach(references, (reference, index) => files.pathsOf(`${setting}.${index}`, reference)).pipe(
    Effect.flatMap((found) =>
      Effect.forEach(
        found.flat(),
        Effect.fnUntraced(function* ({ path, setting: name }) {
          const parsed = parseCassette(yield* TextFile.readLimited(name, path, maxCassetteBytes))
          if (Result.isFailure(parsed)) return yield* failWith(`${name}: ${path}: ${parsed.failure}`)
          const file: CassetteFile = { path, cassette: parsed.success }
          return file
        })
      )
    )
  )
