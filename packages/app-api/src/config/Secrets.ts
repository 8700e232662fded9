/**
 * Reads the sealing keys from the settings. Outside production mode, the service can instead create the keys at its
 * first start and keep them in the data folder, in files that only their owner can read.
 */
import { KeyRing } from "@sheaf/adapters-security"
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Option, Path, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { failWith } from "../errors/OperatorError.ts"
import * as Mode from "./Mode.ts"
import { parseKeys } from "./OperatorKeys.ts"
import type { Settings } from "./Settings.ts"
import * as TextFile from "./values/TextFile.ts"
import * as FileErrors from "../errors/FileErrors.ts"

/**
 * Reads a secret or generates it. A generated secret is on disk before the database is created, so a power failure
 * cannot lose only the secret.
 */
const readOrGenerate = Effect.fnUntraced(function* (file: string, format: (bytes: Uint8Array) => Redacted.Redacted) {
  const fileSystem = yield* FileSystem.FileSystem
  const random = yield* SecureRandom.SecureRandom
  if (!(yield* fileSystem.exists(file))) {
    yield* AtomicFiles.writeAtomically(file, Redacted.value(format(yield* random.randomBytes(32))))
  }
  if (yield* AtomicFiles.isAccessibleByOthers(file)) {
    return yield* failWith(`other users can read or change ${file}: run ${TextFile.shellCommand("chmod 600", file)}`)
  }
  return Redacted.make(yield* fileSystem.readFileString(file))
})

/** Rejects a database whose secrets are missing, because new ones could not open it. */
const requireSecrets = Effect.fnUntraced(function* (database: string, files: ReadonlyArray<string>) {
  const fileSystem = yield* FileSystem.FileSystem
  if (!(yield* fileSystem.exists(database))) return
  const missing = yield* Effect.filter(files, (file) => Effect.map(fileSystem.exists(file), (exists) => !exists))
  if (missing.length === 0) return
  return yield* failWith(
    `${database} cannot be opened without ${missing.join(" and ")}: ` +
      "restore the missing files, set SHEAF_KEYS and SHEAF_PEPPER, or start with an empty data folder"
  )
})

const createdKeys = Effect.fnUntraced(function* (dataDir: string, database: string) {
  const path = yield* Path.Path
  const keysFile = path.join(dataDir, "keys")
  const pepperFile = path.join(dataDir, "pepper")
  yield* requireSecrets(database, [keysFile, pepperFile])
  const ring = yield* readOrGenerate(keysFile, (bytes) => KeyRing.formatKey(Mode.generatedKeyId, bytes))
  const pepper = yield* readOrGenerate(pepperFile, (bytes) => Redacted.make(Base64.encode(bytes)))
  return yield* parseKeys([keysFile, ring], [pepperFile, pepper])
})

export const loadKeys = ({ dataDir, keys, mode }: Settings, database: string) => {
  if (Option.isSome(keys)) return Effect.succeed(keys.value)
  return !mode.createsKeys
    ? failWith(`SHEAF_MODE=${mode.name}: set SHEAF_KEYS and SHEAF_PEPPER; this mode creates no keys`)
    : Effect.catchTag(createdKeys(dataDir, database), "PlatformError", ({ reason }) =>
        failWith(`cannot read or create the keys in ${dataDir}: ${FileErrors.reasonOf({ reason })}`)
      )
}
