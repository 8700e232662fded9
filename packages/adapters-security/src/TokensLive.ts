/** Tokens in the name of users: our own, and those of configured issuers (spec 5; decisions 8). */
import { InvalidToken, PublicAddress, Tokens } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as IssuerTokens from "./IssuerTokens.ts"
import * as OwnTokens from "./OwnTokens.ts"
import * as SigningKeys from "./SigningKeys.ts"
import * as TokenText from "./TokenText.ts"

export type { TrustedIssuer } from "./IssuerTokens.ts"

export interface TokensOptions {
  /** Issuers beside ourselves; of two with one name, the later one counts. None by default. */
  readonly issuers?: ReadonlyArray<IssuerTokens.TrustedIssuer>
  /** How long one of our own keys signs before another takes its place, in milliseconds. 30 days by default. */
  readonly rotateAfter?: number
}

const days = 24 * 60 * 60 * 1000

/** Which issuer a token is of is its own word: it chooses the keys that it is held against, and nothing else. */
export const layer = ({ issuers = [], rotateAfter = 30 * days }: TokensOptions) =>
  Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const address = yield* PublicAddress
      const keys = yield* SigningKeys.make(rotateAfter)
      const own = yield* OwnTokens.make(keys)
      const made = yield* Effect.forEach(issuers, (trusted) =>
        Effect.map(IssuerTokens.make(trusted), (tokens) => [trusted.issuer, tokens] as const)
      )
      const others = new Map(made)

      return Tokens.of({
        issue: own.issue,
        verify: Effect.fnUntraced(function* (token) {
          const text = yield* Effect.fromResult(TokenText.parse(token))
          if (text.issuer === (yield* address.base)) return yield* own.verify(text)
          const other = others.get(text.issuer)
          return other === undefined ? yield* new InvalidToken({ reason: "UNKNOWN_ISSUER" }) : yield* other.verify(text)
        }),
        publicKeys: Effect.map(keys.all, (all) => all.map(({ published }) => published)),
        rotate: keys.rotate
      })
    })
  )
