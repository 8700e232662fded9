/**
 * The keys that the service seals with. An operator gives them; on a laptop, the sandbox makes them on its first start
 * and keeps them in its data folder, readable by their owner only.
 */
import { KeyRing } from "@sheaf/adapters-security"
import { Effect, FileSystem, Option, Path, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { SettingsError } from "./Settings.ts"
import type { OperatorKeys, Settings } from "./Settings.ts"

const ownerOnly = 0o600

const readOrMake = Effect.fnUntraced(function* (file: string, make: (bytes: Uint8Array) => Redacted.Redacted) {
  const fileSystem = yield* FileSystem.FileSystem
  const random = yield* SecureRandom.SecureRandom
  if (!(yield* fileSystem.exists(file))) {
    // Written aside and moved into place: a process that dies here leaves no half a key behind.
    const fresh = `${file}.new`
    yield* fileSystem.writeFileString(fresh, Redacted.value(make(yield* random.randomBytes(32))), { mode: ownerOnly })
    yield* fileSystem.rename(fresh, file)
  }
  return Redacted.make(yield* fileSystem.readFileString(file))
})

const own = Effect.fnUntraced(function* (dataDir: string, database: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const keysFile = path.join(dataDir, "keys")
  if ((yield* fileSystem.exists(database)) && !(yield* fileSystem.exists(keysFile))) {
    return yield* new SettingsError({
      message: `${database} is there, but not the keys that it was sealed with: put ${keysFile} back, or remove both`
    })
  }
  const ring = yield* KeyRing.parse(yield* readOrMake(keysFile, (bytes) => KeyRing.formatKey("sandbox", bytes)))
  const pepper = yield* KeyRing.parseSecret(
    yield* readOrMake(path.join(dataDir, "pepper"), (bytes) => Redacted.make(Base64.encode(bytes)))
  )
  const keys: OperatorKeys = { ring, pepper }
  return keys
})

/** The keys to use with the database in this file. */
export const load = ({ dataDir, keys }: Settings, database: string) =>
  Option.isSome(keys) ? Effect.succeed(keys.value) : own(dataDir, database)
