/** Tokens of users: Sheaf's own, and those of issuers that a client trusts (spec 5; decisions 8). */
import type { UserSession } from "@sheaf/domain/User"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type { Environment, UserCaller } from "./Caller.ts"
import type { StoreError } from "../StoreError.ts"
import type { StoredUser } from "./UserStore.ts"

/** The token is not valid. The reason goes only to the log, because it would help an attacker. */
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

/** A public key as JSON (RFC 7517). */
export type PublicKey = Readonly<Record<string, string>>

export class Tokens extends Context.Service<
  Tokens,
  {
    /** Issues a token of Sheaf's own. */
    readonly issue: (user: StoredUser, environment: Environment) => Effect.Effect<UserSession, StoreError>
    /** Returns the user of a token. A token of another issuer creates its user for the client that trusts it. */
    readonly verify: (token: Redacted.Redacted) => Effect.Effect<UserCaller, InvalidToken | StoreError>
    /** The public keys of Sheaf's own tokens: the signing key and its predecessor. */
    readonly publicKeys: Effect.Effect<ReadonlyArray<PublicKey>, StoreError>
    /** Replaces the signing key. The old key stays valid until its last token expires. */
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

/** The store of signing keys. Adapters seal them. */
export class SigningKeyStore extends Context.Service<
  SigningKeyStore,
  {
    /** All keys, newest first. */
    readonly all: Effect.Effect<ReadonlyArray<SigningKey>, StoreError>
    /** Adds a key if `after` is the newest key (undefined: no key yet). An added key survives a power cut. */
    readonly add: (key: SigningKey, after: string | undefined) => Effect.Effect<boolean, StoreError>
    readonly remove: (keyId: string) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/SigningKeyStore") {}

export class IssuerUnreachable extends Schema.TaggedError<IssuerUnreachable>()("IssuerUnreachable", {
  cause: Schema.optionalKey(Schema.Defect())
}) {}

export class IssuerKeys extends Context.Service<
  IssuerKeys,
  {
    /** Fetches the JSON document at an issuer's configured key address. The document is not validated. */
    readonly read: (issuer: string) => Effect.Effect<unknown, IssuerUnreachable>
  }
>()("@sheaf/ports/IssuerKeys") {}
