/** The keys that sign Sheaf's own tokens and receipts (spec 5, 18). */
import { Context } from "effect"
import type { Effect, Redacted } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/**
 * What a key signs. A token must never count as a receipt, or a receipt as a token. Here, they have keys of their own. Others
 * find all keys at one address, and tell the two apart by type and audience.
 */
export type SigningPurpose = "TOKEN" | "RECEIPT"

/** A key pair that signs. Times are milliseconds since 1970. */
export interface SigningKey {
  readonly purpose: SigningPurpose
  readonly keyId: string
  /** The private key as JSON (RFC 7517). */
  readonly jwk: Redacted.Redacted
  readonly createdAt: number
}

/** The store of signing keys. Adapters seal them. */
export class SigningKeyStore extends Context.Service<
  SigningKeyStore,
  {
    /** All keys of a purpose, newest first. */
    readonly all: (purpose: SigningPurpose) => Effect.Effect<ReadonlyArray<SigningKey>, StoreError>
    /** Adds a key if `after` is the id of its purpose's newest key (undefined if no key exists). An added key survives a power cut. */
    readonly add: (key: SigningKey, after: string | undefined) => Effect.Effect<boolean, StoreError>
    readonly remove: (keyId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/SigningKeyStore") {}
