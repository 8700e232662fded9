/** Reads text files that settings name. */
import { Config, Effect, FileSystem, Option, Path, Redacted } from "effect"
import type { PlatformError } from "effect/PlatformError"
import { failWith } from "../../errors/OperatorError.ts"
import * as FileErrors from "../../errors/FileErrors.ts"

/**
 * Reads a text file. `name` is the setting that names the file. If the file cannot be read, the error message begins
 * with `name`.
 */
export const read = Effect.fnUntraced(function* (name: string, path: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const absolute = (yield* Path.Path).resolve(path)
  return yield* fileSystem
    .readFileString(path)
    .pipe(
      Effect.catch((error: PlatformError) =>
        failWith(`${name}: cannot read ${absolute}: ${FileErrors.reasonOf(error)}`)
      )
    )
})

/** Accepts only regular files of at most `maxBytes`. */
export const readBytes = Effect.fnUntraced(function* (name: string, path: string, maxBytes: number) {
  const fileSystem = yield* FileSystem.FileSystem
  const unreadable = (error: PlatformError) => failWith(`${name}: cannot read ${path}: ${FileErrors.reasonOf(error)}`)
  const tooLong = failWith(`${name}: ${path} is longer than ${maxBytes} bytes`)
  const { size, type } = yield* fileSystem.stat(path).pipe(Effect.catch(unreadable))
  if (type !== "File") return yield* failWith(`${name}: ${path} is not a file`)
  if (Number(size) > maxBytes) return yield* tooLong
  const content = yield* fileSystem.readFile(path).pipe(Effect.catch(unreadable))
  return content.byteLength > maxBytes ? yield* tooLong : Buffer.from(content)
})

export const readLimited = (name: string, path: string, maxBytes: number) =>
  Effect.map(readBytes(name, path, maxBytes), String)

/** Returns `words` followed by the path, which is quoted for the shell if necessary. */
export const shellCommand = (words: string, path: string): string =>
  `${words} ${/^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`}`

/**
 * Rejects a file with secrets if every user can read it, or if anyone except its owner can change it. The file's group
 * may read it, because container platforms pass secrets this way.
 */
export const requirePrivate = Effect.fnUntraced(function* (name: string, path: string) {
  const absolute = (yield* Path.Path).resolve(path)
  const { mode } = yield* Effect.orDie((yield* FileSystem.FileSystem).stat(path))
  if (process.platform === "win32" || (mode & 0o027) === 0) return
  yield* failWith(`${name}: other users can read or change ${absolute}: run ${shellCommand("chmod 600", absolute)}`)
})

export const readSecret = Effect.fnUntraced(function* (name: string, path: string) {
  const content = yield* read(name, path)
  yield* requirePrivate(name, path)
  return content
})

export const readSecretSetting = Effect.fnUntraced(function* (name: string) {
  const [direct, file] = yield* Config.all([
    Config.option(Config.Redacted(name)),
    Config.option(Config.NonEmptyString(`${name}_FILE`))
  ]).pipe(Effect.catchTag("ConfigError", () => failWith(`cannot read ${name} or ${name}_FILE`)))
  if (Option.isSome(direct) && Option.isSome(file)) return yield* failWith(`set ${name} or ${name}_FILE, not both`)
  if (Option.isNone(file)) return direct
  const content = yield* readSecret(`${name}_FILE`, file.value)
  return Option.some(Redacted.make(content.trim()))
})

/** Returns true if a secret fits into a header (RFC 9110 §5.5) and contains no white space. */
const isBearer = (secret: string): boolean => /^[!-~]{1,4096}$/.test(secret)

/** Errors never quote the file. */
export const readBearerSecret = Effect.fnUntraced(function* (name: string, path: string) {
  const secret = (yield* readSecret(name, path)).trim()
  if (secret === "") return yield* failWith(`${name}: the file holds no secret`)
  if (!isBearer(secret)) return yield* failWith(`${name}: the secret must be 1 to 4096 visible ASCII characters`)
  return Redacted.make(secret, { label: "connector secret" })
})
