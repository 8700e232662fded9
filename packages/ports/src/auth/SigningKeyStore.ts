/** The keys that sign Sheaf's own tokens (spec 5). */
import { Context } from "effect"
import type { Effect, Redacted } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** A key pair that signs tokens. Times are milliseconds since 1970. */
export interface SigningKey {
  readonly keyId: string
  /** The private key as JSON (RFC 7517). */
  readonly jwk: Redacted.Redacted
  readonly createdAt: number
}

/** The store of signing keys. Adapters seal them. */
export class SigningKeyStore extends Context.Service<
  SigningKeyStore,
  {
    /** All keys, newest first. */
    readonly all: Effect.Effect<ReadonlyArray<SigningKey>, StoreError>
    /** Adds a key if `after` is the newest key's id (undefined if no key exists). An added key survives a power cut. */
    readonly add: (key: SigningKey, after: string | undefined) => Effect.Effect<boolean, StoreError>
    readonly remove: (keyId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/SigningKeyStore") {}
