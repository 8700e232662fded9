/** The text of a token (JWT; RFC 7519, RFC 7515 §3.1), taken apart before anything in it is believed (decisions 8). */
import { InvalidToken } from "@sheaf/ports"
import { Option, Redacted, Result, Schema } from "effect"

/** What a token says of itself. Nothing of it is authentic: it tells only which key to try. */
export interface TokenText {
  readonly token: Redacted.Redacted
  readonly algorithm: string
  readonly keyId: string | undefined
  readonly type: string | undefined
  readonly issuer: string
}

/** More is not looked at. The part that a proxy or a browser takes for one header is no larger either. */
const maximumLength = 8 * 1024

const form = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/

const short = Schema.NonEmptyString.check(Schema.isMaxLength(255))

const Header = Schema.Struct({
  alg: short,
  kid: Schema.optionalKey(short),
  typ: Schema.optionalKey(short)
})

const Claims = Schema.Struct({ iss: Schema.String })

/**
 * Header parameters that would have us take a key from the token or from an address in it, or read the rest of it in
 * another way: extensions, an unencoded payload, a token within a token (RFC 7515 §4.1, RFC 7797, RFC 7519 §5.2).
 */
const neverFollowed = ["jku", "jwk", "x5u", "x5c", "crit", "b64", "cty", "enc", "zip"]

const malformed = new InvalidToken({ reason: "MALFORMED" })

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** One value has one text: decoders overlook the bits that the last character has too many. */
const isCanonical = (part: string): boolean => Buffer.from(part, "base64url").toString("base64url") === part

/** A list is one, too, and has none of the members that are looked for. */
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const objectOf = (part: string): Option.Option<object> =>
  Option.liftThrowable((): unknown => JSON.parse(utf8.decode(Buffer.from(part, "base64url"))))().pipe(
    Option.filter(isObject)
  )

const decodeHeader = Schema.decodeUnknownOption(Header)
const decodeClaims = Schema.decodeUnknownOption(Claims)

/** Takes a token apart: three parts, a plain header, and an issuer; anything else is MALFORMED. */
export const parse = (token: Redacted.Redacted): Result.Result<TokenText, InvalidToken> =>
  Option.gen(function* () {
    const text = Redacted.value(token)
    if (text.length > maximumLength) return yield* Option.none()
    const [, head = "", body = "", signature = ""] = yield* Option.fromNullOr(form.exec(text))
    if (![head, body, signature].every(isCanonical)) return yield* Option.none()
    const header = yield* objectOf(head)
    if (neverFollowed.some((name) => Object.hasOwn(header, name))) return yield* Option.none()
    const { alg, kid, typ } = yield* decodeHeader(header)
    const { iss } = yield* Option.flatMap(objectOf(body), decodeClaims)
    return { token, algorithm: alg, keyId: kid, type: typ, issuer: iss }
  }).pipe(Result.fromOption(() => malformed))
