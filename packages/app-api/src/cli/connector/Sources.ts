/** Reads the connector's source files. A cassette may keep the names and strings in these files unscrubbed. */
import { AllowList } from "@sheaf/connector/scrubber"
import { Effect, FileSystem, Option, Path } from "effect"
import { Flag } from "effect/cli"
import { failWith } from "../../errors/OperatorError.ts"
import * as FileErrors from "../../errors/FileErrors.ts"

export const sourceFlag = Flag.String("source").pipe(
  Flag.optional,
  Flag.withDescription(
    "Files of the connector, separated by commas, whose texts the cassette keeps. By default, connector.ts or connector.py."
  )
)

export const keepFlag = Flag.String("keep").pipe(
  Flag.optional,
  Flag.withDescription("File with more phrases to keep, one a line.")
)

export const readText = Effect.fnUntraced(function* (flag: string, file: string, maxBytes: number) {
  const fileSystem = yield* FileSystem.FileSystem
  const unreadable = ({ reason }: { readonly reason: { readonly _tag: string } }) =>
    failWith(`--${flag}: cannot read ${file}: ${FileErrors.reasonOf({ reason })}`)
  const { size } = yield* Effect.catchTag(fileSystem.stat(file), "PlatformError", unreadable)
  if (size > maxBytes) return yield* failWith(`--${flag}: ${file} is longer than ${maxBytes} bytes`)
  return yield* Effect.catchTag(fileSystem.readFileString(file), "PlatformError", unreadable)
})

const maxSourceBytes = 1024 * 1024

export const readSources = Effect.fnUntraced(function* (
  folder: string,
  source: Option.Option<string>,
  keep: Option.Option<string>
) {
  const path = yield* Path.Path
  const fileSystem = yield* FileSystem.FileSystem
  const files = Option.match(source, {
    onNone: () => ["connector.ts", "connector.py"],
    onSome: (names) => names.split(",")
  })
  const sources: Array<string> = []
  for (const file of files) {
    const absolute = path.join(folder, file)
    if (Option.isNone(source) && !(yield* Effect.orDie(fileSystem.exists(absolute)))) continue
    sources.push(yield* readText("source", absolute, maxSourceBytes))
  }
  const kept = Option.isSome(keep)
    ? (yield* readText("keep", keep.value, maxSourceBytes)).split(/\r?\n/).filter(Boolean)
    : []
  return { sources, keep: kept }
})

/**
 * Returns a predicate that is true for the names and strings that the scrubber keeps in every recording of the
 * connector.
 */
export const readKept = (folder: string, source: Option.Option<string>, keep: Option.Option<string>) =>
  Effect.map(readSources(folder, source, keep), ({ keep: kept, sources }) => {
    const allowed = new AllowList(sources)
    allowed.keep(kept)
    return (text: string) => allowed.hasName(text) || allowed.hasPhrase(text)
  })
