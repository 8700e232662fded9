/** Verifies tokens that identify users: Sheaf's own, and those from configured issuers (spec 5). */
import { PublicUrl, Tokens } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as IssuerTokens from "./IssuerTokens.ts"
import * as ServiceTokens from "./ServiceTokens.ts"
import * as SigningKeys from "./SigningKeys.ts"
import * as UnverifiedToken from "./UnverifiedToken.ts"

export type { TrustedIssuer } from "./IssuerTokens.ts"

export interface TokensOptions {
  /** The trusted issuers besides Sheaf itself. If two have the same name, the later one wins. */
  readonly issuers?: ReadonlyArray<IssuerTokens.TrustedIssuer>
  /**
   * True if nodes with other URLs issue tokens with the same keys. Sheaf then recognizes its own tokens only by their
   * signature, and not by their issuer.
   */
  readonly hasOtherAddresses?: boolean
}

/**
 * Verifies each token with the keys of the issuer that it names. Before verification, the name is used only to find the
 * keys.
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
