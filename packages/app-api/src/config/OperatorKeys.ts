/** Reads the keys that an operator provides in variables, in files or through a command (spec 14.3). */
import { KeyRing } from "@sheaf/adapters-security"
import { Config, Effect, Option } from "effect"
import type { Redacted } from "effect"
import { failWith } from "../errors/OperatorError.ts"
import * as SettingErrors from "./values/SettingErrors.ts"
import * as KeysCommand from "./KeysCommand.ts"
import * as TextFile from "./values/TextFile.ts"

export interface SealingSecrets {
  readonly ring: KeyRing.KeyRing
  readonly pepper: Redacted.Redacted<Uint8Array>
  readonly olderPeppers: ReadonlyArray<Redacted.Redacted<Uint8Array>>
}

type Named = readonly [name: string, text: Redacted.Redacted]

export const parseKeys = Effect.fnUntraced(function* (ring: Named, pepper: Named) {
  const parsed = <A>(
    [name, text]: Named,
    parse: (text: Redacted.Redacted) => Effect.Effect<A, KeyRing.KeyFormatError>
  ) => Effect.catch(parse(text), ({ message }) => failWith(`${name}: ${message}`))
  const [sealing, peppers] = yield* SettingErrors.validateBoth(
    parsed(ring, KeyRing.parse),
    parsed(pepper, KeyRing.parsePeppers)
  )
  const keys: SealingSecrets = { ring: sealing, ...peppers }
  return keys
})

const commandKeys = Effect.fnUntraced(function* (command: Redacted.Redacted, pepper: Option.Option<Redacted.Redacted>) {
  const printed = yield* KeysCommand.run(command)
  const ring: Named = ["SHEAF_KEYS_COMMAND, line 1", printed.ring]
  if (printed.pepper === undefined) {
    if (Option.isSome(pepper)) return yield* parseKeys(ring, ["SHEAF_PEPPER", pepper.value])
    return yield* failWith("set SHEAF_PEPPER, or let SHEAF_KEYS_COMMAND print the pepper on a second line")
  }
  if (Option.isSome(pepper)) return yield* failWith("SHEAF_KEYS_COMMAND prints the pepper, too: remove SHEAF_PEPPER")
  return yield* parseKeys(ring, ["SHEAF_KEYS_COMMAND, line 2", printed.pepper])
})

/** Returns none if the operator has provided no keys. */
export const read = Effect.gen(function* () {
  const [keys, pepper] = yield* SettingErrors.validateBoth(
    TextFile.readSecretSetting("SHEAF_KEYS"),
    TextFile.readSecretSetting("SHEAF_PEPPER")
  )
  const command = yield* Config.option(Config.Redacted("SHEAF_KEYS_COMMAND"))
  if (Option.isSome(command)) {
    if (Option.isSome(keys)) return yield* failWith("set SHEAF_KEYS_COMMAND or SHEAF_KEYS, not both")
    return Option.some(yield* commandKeys(command.value, pepper))
  }
  if (Option.isNone(keys) && Option.isNone(pepper)) return Option.none<SealingSecrets>()
  if (Option.isNone(keys) || Option.isNone(pepper)) {
    return yield* failWith("set both SHEAF_KEYS and SHEAF_PEPPER, or neither")
  }
  return Option.some(yield* parseKeys(["SHEAF_KEYS", keys.value], ["SHEAF_PEPPER", pepper.value]))
})
