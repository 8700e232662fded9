/** The keys that sign Sheaf's own tokens and receipts (spec 5, 18). */
import { Context } from "effect"
import type { Effect, Redacted } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/**
 * What a key signs. Tokens and receipts have separate keys, so that neither can pass as the other. Both kinds of key
 * are published at one URL, so verifiers outside Sheaf must also check the type and the audience.
 */
export type SigningPurpose = "TOKEN" | "RECEIPT"

/** A key pair that signs. Times are milliseconds since 1970. */
export interface SigningKey {
  readonly purpose: SigningPurpose
  readonly keyId: string
  /** The private key as a JWK (RFC 7517). */
  readonly jwk: Redacted.Redacted
  readonly createdAt: number
}

/** The store of signing keys. Adapters seal the keys. */
export class SigningKeyStore extends Context.Service<
  SigningKeyStore,
  {
    /** All keys for a purpose, newest first. */
    readonly all: (purpose: SigningPurpose) => Effect.Effect<ReadonlyArray<SigningKey>, StoreError>
    /**
     * Adds a key, but only if no other process has added one: `after` must be the id of the newest key with the same
     * purpose, or undefined if there is none. The key survives a power failure.
     */
    readonly add: (key: SigningKey, after: string | undefined) => Effect.Effect<boolean, StoreError>
    readonly remove: (keyId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/SigningKeyStore") {}
