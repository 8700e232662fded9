/** User tokens, issued by Sheaf or by an issuer that a client trusts (spec 5). */
import type { UserSession } from "@sheaf/domain/User"
import { Context, Schema } from "effect"
import type { Effect, Redacted } from "effect"
import type { Environment, UserCaller } from "./Caller.ts"
import type { StoreError } from "../stores/StoreError.ts"

/** The token is invalid. The reason would help an attacker, so it appears only in the log. */
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

export type PublicJwk = Readonly<Record<string, string>>

export interface TokenSubject {
  readonly userId: string
  readonly clientId: string
  /** Increases each time the user's sessions are ended, so that all earlier tokens become invalid. */
  readonly generation: number
}

export class Tokens extends Context.Service<
  Tokens,
  {
    readonly issue: (user: TokenSubject, environment: Environment) => Effect.Effect<UserSession, StoreError>
    /**
     * Returns the token's user. If a token from another issuer names an unknown user, Sheaf creates the user under the
     * client that trusts the issuer.
     */
    readonly verify: (token: Redacted.Redacted) => Effect.Effect<UserCaller, InvalidToken | StoreError>
    /** The public keys for Sheaf's own tokens: the current signing key and the previous one. */
    readonly publicKeys: Effect.Effect<ReadonlyArray<PublicJwk>, StoreError>
    /** Replaces the signing key. The old key still verifies tokens until the last of them expires. */
    readonly rotate: Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/Tokens") {}
