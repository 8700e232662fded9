/** Tokens in the name of users: our own, and those of issuers that a client trusts (spec 5; decisions 8). */
import type { UserSession } from "@sheaf/domain/User"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type { Environment, UserCaller } from "./Caller.ts"
import type { StoreError } from "../StoreError.ts"
import type { StoredUser } from "./UserStore.ts"

/** The token is not accepted. Why is for the log alone: it helps whoever forges one. */
export class InvalidToken extends Schema.TaggedError<InvalidToken>()("InvalidToken", {
  reason: Schema.Literals([
    "MALFORMED",
    "UNKNOWN_ISSUER",
    "UNKNOWN_KEY",
    "WRONG_SIGNATURE",
    "WRONG_CLAIMS",
    "EXPIRED",
    "SESSION_ENDED",
    "UNKNOWN_USER"
  ])
}) {}

/** A public key as it is published (RFC 7517). */
export type PublicKey = Readonly<Record<string, string>>

export class Tokens extends Context.Service<
  Tokens,
  {
    /** A token of our own for a user of a client in this environment. */
    readonly issue: (user: StoredUser, environment: Environment) => Effect.Effect<UserSession, StoreError>
    /**
     * The user behind a token. One of another issuer names a user of the client that this issuer is configured for, who is
     * made known by it.
     */
    readonly verify: (token: Redacted.Redacted) => Effect.Effect<UserCaller, InvalidToken | StoreError>
    /** The keys that our own tokens are verified by: the one that signs, and the one that did before. */
    readonly publicKeys: Effect.Effect<ReadonlyArray<PublicKey>, StoreError>
    /** Puts a new key in the place of the one that signs, which verifies for as long as a token of it may live. */
    readonly rotate: Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/Tokens") {}

/** A key pair that signs tokens. Times are milliseconds since 1970. */
export interface SigningKey {
  readonly keyId: string
  /** The private key as JSON (RFC 7517). */
  readonly jwk: Redacted.Redacted
  readonly createdAt: number
}

/** Where signing keys are kept, sealed. */
export class SigningKeyStore extends Context.Service<
  SigningKeyStore,
  {
    /** Every key, the newest first. */
    readonly all: Effect.Effect<ReadonlyArray<SigningKey>, StoreError>
    /**
     * Adds a key as the newest, when the newest is still the one named (none: when there is no key yet); false, and
     * nothing added, when somebody was faster. Once this returns true, the key survives a power cut.
     */
    readonly add: (key: SigningKey, after: string | undefined) => Effect.Effect<boolean, StoreError>
    readonly remove: (keyId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/SigningKeyStore") {}

/** The keys of an issuer could not be read. */
export class IssuerUnreachable extends Schema.TaggedError<IssuerUnreachable>()("IssuerUnreachable", {
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** Reads the published keys of other issuers. */
export class IssuerKeys extends Context.Service<
  IssuerKeys,
  {
    /** The document at the address that is configured for an issuer, as JSON: not checked yet. */
    readonly read: (issuer: string) => Effect.Effect<unknown, IssuerUnreachable>
  }
>()("@sheaf/ports/IssuerKeys") {}
