/**
 * Links that open the operator's console. `sheaf console` signs a link with a secret from the data folder, which only
 * the owner can read. A link works once, within five minutes, in the process that wrote the secret.
 */
import { Option, Schema } from "effect"
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** How long a link works, in milliseconds. */
export const lifetimeMillis = 5 * 60 * 1000

const Content = Schema.Struct({
  id: Schema.String,
  /** The operating-system user who requested the link, for the audit log. */
  operator: Schema.String,
  /** In milliseconds since 1970. */
  expiresAt: Schema.Finite
})
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Content))

const macOf = (secret: string, content: string): Buffer => createHmac("sha256", secret).update(content).digest()

export const make = (secret: string, operator: string, now: number): string => {
  const content: typeof Content.Type = {
    id: randomBytes(16).toString("base64url"),
    operator,
    expiresAt: now + lifetimeMillis
  }
  const text = Buffer.from(JSON.stringify(content)).toString("base64url")
  return `${text}.${macOf(secret, text).toString("base64url")}`
}

/** Returns a function that redeems a link. The first call for a link returns its operator; later calls return none. */
export const makeRedeemer = (secret: string) => {
  const used = new Map<string, number>()
  return (link: string, now: number): Option.Option<string> => {
    const [text = "", mac = "", ...more] = link.split(".")
    const [expected, given] = [macOf(secret, text), Buffer.from(mac, "base64url")]
    const isSigned = more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
    const content = isSigned ? decode(Buffer.from(text, "base64url").toString()) : Option.none()
    if (Option.isNone(content)) return Option.none()
    const { expiresAt, id, operator } = content.value
    for (const [old, end] of used) if (end <= now) used.delete(old)
    if (expiresAt <= now || used.has(id)) return Option.none()
    used.set(id, expiresAt)
    return Option.some(operator)
  }
}
