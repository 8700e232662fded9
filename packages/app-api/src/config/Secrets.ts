/**
 * The keys that the service seals with. An operator gives them; on a laptop, the sandbox makes them on its first start
 * and keeps them in its data folder, readable by their owner only.
 */
import { OwnersFiles } from "@sheaf/adapters-mtls"
import { KeyRing } from "@sheaf/adapters-security"
import { Effect, FileSystem, Option, Path, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { parseKeys, SettingsError } from "./Settings.ts"
import type { Settings } from "./Settings.ts"

/** Reads a secret, or makes it. A new secret is on the disk before the database is: no power cut parts them. */
const readOrMake = Effect.fnUntraced(function* (file: string, make: (bytes: Uint8Array) => Redacted.Redacted) {
  const fileSystem = yield* FileSystem.FileSystem
  const random = yield* SecureRandom.SecureRandom
  if (!(yield* fileSystem.exists(file))) {
    yield* OwnersFiles.replace(file, Redacted.value(make(yield* random.randomBytes(32))))
  }
  return Redacted.make(yield* fileSystem.readFileString(file))
})

/** A database without the secrets that it was made with: new ones would make it unreadable for good. */
const refuseLoss = Effect.fnUntraced(function* (database: string, files: ReadonlyArray<string>) {
  const fileSystem = yield* FileSystem.FileSystem
  if (!(yield* fileSystem.exists(database))) return
  const lost = yield* Effect.filter(files, (file) => Effect.map(fileSystem.exists(file), (exists) => !exists))
  if (lost.length === 0) return
  return yield* new SettingsError({
    message:
      `${database} is there, but not ${lost.join(" and ")}, without which it cannot be read: ` +
      "put back what is missing, set SHEAF_KEYS and SHEAF_PEPPER, or start with an empty data folder"
  })
})

const own = Effect.fnUntraced(function* (dataDir: string, database: string) {
  const path = yield* Path.Path
  const keysFile = path.join(dataDir, "keys")
  const pepperFile = path.join(dataDir, "pepper")
  yield* refuseLoss(database, [keysFile, pepperFile])
  const ringText = yield* readOrMake(keysFile, (bytes) => KeyRing.formatKey("sandbox", bytes))
  const pepperText = yield* readOrMake(pepperFile, (bytes) => Redacted.make(Base64.encode(bytes)))
  return yield* parseKeys([keysFile, ringText], [pepperFile, pepperText])
})

/** The keys to use with the database in this file. Fails with {@link SettingsError} when they are not to be had. */
export const load = ({ dataDir, keys }: Settings, database: string) =>
  Option.isSome(keys)
    ? Effect.succeed(keys.value)
    : own(dataDir, database).pipe(
        Effect.catchTag("PlatformError", ({ reason }) =>
          Effect.fail(new SettingsError({ message: `the keys in ${dataDir} cannot be read or made: ${reason._tag}` }))
        )
      )
