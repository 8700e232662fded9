/** The keys that an issuer publishes (RFC 7517), as far as its tokens may be verified by them (decisions 8). */
import { Effect, Option, Schema } from "effect"
import { importJWK } from "jose"
import type { CryptoKey } from "jose"

/** What tokens of other issuers may be signed with. */
export type Algorithm = "ES256" | "PS256" | "EdDSA"

/** An issuer changes its keys now and then: who publishes more than this is not one. */
const maximumKeys = 64

/** Keys by algorithm and key id. */
export type IssuerKeySet = ReadonlyMap<string, CryptoKey>

const text = (maximum: number) => Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]+$/), Schema.isMaxLength(maximum))

const shared = {
  kid: Schema.NonEmptyString.check(Schema.isMaxLength(255)),
  use: Schema.optionalKey(Schema.Literal("sig")),
  key_ops: Schema.optionalKey(Schema.Tuple([Schema.Literal("verify")]))
}

/** RSA keys of 2048 to 4096 bits, with an exponent of at most 32 bits: more would only cost whoever verifies. */
const modulus = text(683).check(Schema.isMinLength(342))

/** Members that are not named here are not read: with them, addresses, certificates, and what the key is private by. */
const PublicKeys = {
  ES256: Schema.Struct({
    ...shared,
    kty: Schema.Literal("EC"),
    crv: Schema.Literal("P-256"),
    x: text(43),
    y: text(43),
    alg: Schema.optionalKey(Schema.Literal("ES256"))
  }),
  PS256: Schema.Struct({
    ...shared,
    kty: Schema.Literal("RSA"),
    n: modulus,
    e: text(6),
    alg: Schema.optionalKey(Schema.Literal("PS256"))
  }),
  EdDSA: Schema.Struct({
    ...shared,
    kty: Schema.Literal("OKP"),
    crv: Schema.Literal("Ed25519"),
    x: text(43),
    alg: Schema.optionalKey(Schema.Literals(["EdDSA", "Ed25519"]))
  })
} as const satisfies Record<Algorithm, Schema.Top>

const Document = Schema.Struct({ keys: Schema.Array(Schema.Unknown).check(Schema.isMaxLength(maximumKeys)) })

/** A key whose private half is published is everybody's. */
const isPrivate = (key: unknown): boolean => typeof key === "object" && key !== null && Object.hasOwn(key, "d")

/** The name under which a set holds a key. */
export const nameOf = (algorithm: string, keyId: string): string => `${algorithm} ${keyId}`

const importAs = Effect.fnUntraced(function* (algorithm: Algorithm, key: unknown) {
  const jwk = yield* Schema.decodeUnknownEffect(PublicKeys[algorithm])(key)
  const { key_ops: _, use: __, ...material } = jwk
  const imported = yield* Effect.tryPromise(() => importJWK(material, algorithm))
  return imported instanceof Uint8Array ? Option.none() : Option.some({ name: nameOf(algorithm, jwk.kid), imported })
})

/**
 * Reads a published document, for tokens with these algorithms. A key that does not fit is left out, and so are two that
 * have one name, since a token could not say which of them it means. Nothing, when it is no such document.
 */
export const read = Effect.fnUntraced(function* (document: unknown, algorithms: ReadonlyArray<Algorithm>) {
  const decoded = Schema.decodeUnknownOption(Document)(document)
  if (Option.isNone(decoded)) return Option.none<IssuerKeySet>()
  const keys = new Map<string, CryptoKey>()
  const ambiguous = new Set<string>()
  for (const key of decoded.value.keys.filter((published) => !isPrivate(published))) {
    for (const algorithm of algorithms) {
      const found = yield* importAs(algorithm, key).pipe(Effect.orElseSucceed(Option.none))
      if (Option.isNone(found)) continue
      const { imported, name } = found.value
      if (keys.has(name)) ambiguous.add(name)
      keys.set(name, imported)
    }
  }
  for (const name of ambiguous) keys.delete(name)
  return Option.some<IssuerKeySet>(keys)
})
