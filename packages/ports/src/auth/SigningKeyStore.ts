/** The keys that sign Sheaf's own tokens and receipts (spec 5, 18). */
import { Context } from "effect"
import type { Effect, Redacted } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/**
 * What a key signs. Tokens and receipts have separate keys, so that neither can be passed off as the other. Both kinds
 * of key are published at one URL, so verifiers outside Sheaf must also check the type and the audience.
 */
export type SigningPurpose = "TOKEN" | "RECEIPT"

/** Times are milliseconds since the epoch. */
export interface SigningKey {
  readonly purpose: SigningPurpose
  readonly keyId: string
  /** The private key as a JWK (RFC 7517). */
  readonly jwk: Redacted.Redacted
  readonly createdAt: number
}

/** Adapters seal the keys before they store them. */
export class SigningKeyStore extends Context.Service<
  SigningKeyStore,
  {
    /** All keys for a purpose, newest first. */
    readonly all: (purpose: SigningPurpose) => Effect.Effect<ReadonlyArray<SigningKey>, StoreError>
    /**
     * Adds a key if `after` is still the id of the newest key for its purpose (undefined if there is none), and
     * otherwise returns false. The key survives a power failure.
     */
    readonly add: (key: SigningKey, after: string | undefined) => Effect.Effect<boolean, StoreError>
    readonly remove: (keyId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/SigningKeyStore") {}
