/** Parses a token before any of its content is trusted (JWT; RFC 7519, RFC 7515 §3.1; spec 5). */
import { InvalidToken } from "@sheaf/ports"
import { Option, Redacted, Result, Schema } from "effect"

/** The token's own unverified claims about itself. Use them only to find the key for verification. */
export interface UnverifiedToken {
  readonly token: Redacted.Redacted
  readonly algorithm: string
  readonly keyId: string | undefined
  readonly type: string | undefined
  readonly issuer: string
}

/** The maximum token length, in characters. Proxies and browsers reject longer headers anyway. */
const maxLength = 8 * 1024

const form = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/

const short = Schema.NonEmptyString.check(Schema.isMaxLength(255))

const decodeHeader = Schema.decodeUnknownOption(
  Schema.Struct({ alg: short, kid: Schema.optionalKey(short), typ: Schema.optionalKey(short) })
)
const decodeClaims = Schema.decodeUnknownOption(Schema.Struct({ iss: Schema.String }))

/**
 * A token with any of these header parameters is rejected. Some supply a key or a key's URL. The others change how the
 * token must be read: extensions, an unencoded payload, or a nested token (RFC 7515 §4.1, RFC 7797, RFC 7519 §5.2).
 */
const rejected = ["jku", "jwk", "x5u", "x5c", "crit", "b64", "cty", "enc", "zip"]

export const invalidTokenError = (reason: InvalidToken["reason"]) => new InvalidToken({ reason })

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Without this check, the same token could be encoded in several valid ways, because decoders ignore the unused bits of
 * the last character.
 */
const isCanonical = (part: string): boolean => Buffer.from(part, "base64url").toString("base64url") === part

const objectOf = (part: string): Option.Option<object> =>
  Option.liftThrowable((): unknown => JSON.parse(utf8.decode(Buffer.from(part, "base64url"))))().pipe(
    // Arrays pass here, but are rejected later because they lack the required members.
    Option.filter((value): value is object => typeof value === "object" && value !== null)
  )

/**
 * A token is MALFORMED unless it consists of three parts, names an issuer, and has no header member that is in
 * `rejected`.
 */
export const parse = (token: Redacted.Redacted): Result.Result<UnverifiedToken, InvalidToken> =>
  Option.gen(function* () {
    const text = Redacted.value(token)
    if (text.length > maxLength) return yield* Option.none()
    const [, head = "", body = "", signature = ""] = yield* Option.fromNullOr(form.exec(text))
    if (![head, body, signature].every(isCanonical)) return yield* Option.none()
    const header = yield* objectOf(head)
    if (rejected.some((name) => Object.hasOwn(header, name))) return yield* Option.none()
    const { alg, kid, typ } = yield* decodeHeader(header)
    const { iss } = yield* Option.flatMap(objectOf(body), decodeClaims)
    return { token, algorithm: alg, keyId: kid, type: typ, issuer: iss }
  }).pipe(Result.fromOption(() => invalidTokenError("MALFORMED")))
