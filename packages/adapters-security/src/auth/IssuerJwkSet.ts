/** Parses the key sets that issuers publish (RFC 7517), and keeps only the keys that can verify tokens (spec 5). */
import { Effect, Option, Schema } from "effect"
import { importJWK } from "jose"
import type { CryptoKey } from "jose"

/** The algorithms that external issuers may use. */
export type JwsAlgorithm = "ES256" | "PS256" | "EdDSA"

/** The maximum number of keys in a set. Real issuers publish only a few. */
const maxKeys = 64

/** The map's keys come from {@link keyNameOf}. */
export type IssuerJwkSet = ReadonlyMap<string, CryptoKey>

const text = (maximum: number) => Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]+$/), Schema.isMaxLength(maximum))

/** The modulus of an RSA key with 2048 to 4096 bits. Larger keys would only slow down verification. */
const modulus = text(683).check(Schema.isMinLength(342))

/** The schema of a key with these members. It drops all others, such as URLs, certificates and private parts. */
const publicKey = <Members extends Schema.Struct.Fields>(names: ReadonlyArray<string>, members: Members) =>
  Schema.Struct({
    kid: Schema.NonEmptyString.check(Schema.isMaxLength(255)),
    use: Schema.optionalKey(Schema.Literal("sig")),
    key_ops: Schema.optionalKey(Schema.Tuple([Schema.Literal("verify")])),
    alg: Schema.optionalKey(Schema.Literals(names)),
    ...members
  })

const PublicKeys = {
  ES256: publicKey(["ES256"], { kty: Schema.Literal("EC"), crv: Schema.Literal("P-256"), x: text(43), y: text(43) }),
  PS256: publicKey(["PS256"], { kty: Schema.Literal("RSA"), n: modulus, e: text(6) }),
  EdDSA: publicKey(["EdDSA", "Ed25519"], { kty: Schema.Literal("OKP"), crv: Schema.Literal("Ed25519"), x: text(43) })
} as const satisfies Record<JwsAlgorithm, Schema.Top>

const Document = Schema.Struct({ keys: Schema.Array(Schema.Unknown).check(Schema.isMaxLength(maxKeys)) })

/** If the private part is published too, anybody can sign with the key. */
const isPrivate = (key: unknown): boolean => typeof key === "object" && key !== null && Object.hasOwn(key, "d")

export const keyNameOf = (algorithm: string, keyId: string): string => `${algorithm} ${keyId}`

const importAs = Effect.fnUntraced(function* (algorithm: JwsAlgorithm, key: unknown) {
  const jwk = yield* Schema.decodeUnknownEffect(PublicKeys[algorithm])(key)
  const { key_ops: _, use: __, ...material } = jwk
  const imported = yield* Effect.tryPromise(() => importJWK(material, algorithm))
  return imported instanceof Uint8Array ? Option.none() : Option.some({ name: keyNameOf(algorithm, jwk.kid), imported })
})

/**
 * Reads the keys for these algorithms from a published document. Skips unsuitable keys, and also keys that share a
 * name, because a token could refer to any of them. Returns nothing if the document is not a key set.
 */
export const parse = Effect.fnUntraced(function* (document: unknown, algorithms: ReadonlyArray<JwsAlgorithm>) {
  const decoded = Schema.decodeUnknownOption(Document)(document)
  if (Option.isNone(decoded)) return Option.none<IssuerJwkSet>()
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
  return Option.some<IssuerJwkSet>(keys)
})
