/** Tokens that identify users: Sheaf's own tokens and tokens from configured issuers (spec 5). */
import { PublicUrl, Tokens } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as IssuerTokens from "./IssuerTokens.ts"
import * as ServiceTokens from "./ServiceTokens.ts"
import * as SigningKeys from "./SigningKeys.ts"
import * as UnverifiedToken from "./UnverifiedToken.ts"

export type { TrustedIssuer } from "./IssuerTokens.ts"

export interface TokensOptions {
  /** Other trusted issuers. Of two issuers with the same name, the later one takes precedence. */
  readonly issuers?: ReadonlyArray<IssuerTokens.TrustedIssuer>
  /**
   * True if nodes with other URLs issue tokens with the same keys. The signature is then the only proof that a token is
   * Sheaf's own.
   */
  readonly hasOtherAddresses?: boolean
}

/**
 * Verifies each token with the keys of the issuer that it names. The name is used for nothing else until the token is
 * verified.
 */
export const layer = ({ hasOtherAddresses = false, issuers = [] }: TokensOptions) =>
  Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const address = yield* PublicUrl
      const keys = yield* SigningKeys.make("TOKEN")
      const own = yield* ServiceTokens.make(keys)
      const others = new Map(
        yield* Effect.forEach(issuers, (trusted) =>
          Effect.map(IssuerTokens.make(trusted), (tokens) => [trusted.issuer, tokens] as const)
        )
      )

      return Tokens.of({
        issue: own.issue,
        verify: Effect.fnUntraced(function* (token) {
          const text = yield* Effect.fromResult(UnverifiedToken.parse(token))
          if (text.issuer === (yield* address.base)) return yield* own.verify(text)
          const other = others.get(text.issuer)
          if (other !== undefined) return yield* other.verify(text)
          return hasOtherAddresses
            ? yield* own.verify(text)
            : yield* UnverifiedToken.invalidTokenError("UNKNOWN_ISSUER")
        }),
        publicKeys: Effect.map(keys.all, (all) => all.map(({ published }) => published)),
        rotate: keys.rotate
      })
    })
  )
