/** The secret by which a connector over HTTP knows who calls it, out of a file. */
import { Effect, Redacted } from "effect"
import { refuse } from "./SettingsError.ts"
import * as TextFile from "./TextFile.ts"

/** What a header can carry (RFC 9110 §5.5), without white space. */
const isBearer = (secret: string): boolean => /^[!-~]{1,4096}$/.test(secret)

/** The secret in the file that the setting `name` names. Only its rule is told, and never what the file holds. */
export const read = Effect.fnUntraced(function* (name: string, path: string) {
  const secret = (yield* TextFile.read(name, path)).trim()
  if (secret === "") return yield* refuse(`${name} holds no secret`)
  if (!isBearer(secret)) return yield* refuse(`${name} holds something else than at most 4096 visible ASCII characters`)
  return Redacted.make(secret, { label: "secret of a connector" })
})
