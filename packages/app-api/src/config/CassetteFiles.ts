/** Reads the cassettes in the configuration. */
import { CassetteError, maxCassetteBytes, parse } from "@sheaf/connector/cassettes"
import { Effect, FileSystem } from "effect"
import type { PlatformError } from "effect/PlatformError"
import { failWith } from "../errors/OperatorError.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import * as TextFile from "./values/TextFile.ts"
import * as FileErrors from "../errors/FileErrors.ts"

/** Resolves paths of cassettes, which are relative to the configuration file. */
export const resolveIn = (file: ConfigFile, resolve: (path: string) => string): ConfigFile =>
  file.connectors === undefined
    ? file
    : {
        ...file,
        connectors: file.connectors.map(({ cassettes, ...entry }) => ({
          ...entry,
          ...(cassettes !== undefined && { cassettes: cassettes.map(resolve) })
        }))
      }

/** Reads cassettes. If a cassette is unusable, the error names the setting, the file and the place in the file. */
export const read = (setting: string, files: ReadonlyArray<string>) =>
  Effect.forEach(
    files,
    Effect.fnUntraced(function* (file, index) {
      const name = `SHEAF_CONFIG: ${setting}.cassettes.${index}`
      const size = yield* (yield* FileSystem.FileSystem).stat(file).pipe(
        Effect.map((found) => Number(found.size)),
        Effect.catch((error: PlatformError) => failWith(`${name}: cannot read ${file}: ${FileErrors.reasonOf(error)}`))
      )
      if (size > maxCassetteBytes) return yield* failWith(`${name}: ${file} is longer than ${maxCassetteBytes} bytes`)
      const text = yield* TextFile.read(name, file)
      return yield* Effect.try({
        try: () => parse(text),
        catch: (error) => (error instanceof CassetteError ? error.message : "unreadable")
      }).pipe(Effect.catch((message) => failWith(`${name}: ${file}: ${message}`)))
    })
  )
