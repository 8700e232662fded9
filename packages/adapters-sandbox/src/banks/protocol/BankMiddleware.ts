/** The checks that every request passes before its handler runs, and the facts that they establish. */
import type { BankProfile } from "@sheaf/ports"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Bank } from "../Bank.ts"
import * as TppMessage from "./TppMessage.ts"

/** The bank that a request addresses, and the provider that sent it. */
export class BankRequestContext extends Context.Service<
  BankRequestContext,
  {
    readonly bank: Bank
    /** The path before `/consents` and `/accounts`, for links. */
    readonly prefix: string
    /** The deviations from the standard on which the bank insists. */
    readonly profile: BankProfile.ResolvedProfile
    /** The provider's identifier from its certificate, or an empty text for a provider without a certificate. */
    readonly tpp: string
    readonly requestId: string
    /** The Authorization header. */
    readonly authorization: string | undefined
    /** True if people authorize consents with OAuth. */
    readonly usesOAuth: boolean
    /** True if providers must confirm authorizations on the bank's page. */
    readonly needsConfirmation: boolean
    /** True if requests about a consent with OAuth need its token even before the token exists. */
    readonly tokensFromStart: boolean
    /** True if a recurring consent expires once the person authorizes a newer one of the same provider. */
    readonly endsEarlierConsents: boolean
    /** True if the person takes part in the request. */
    readonly isAttended: boolean
  }
>()("@sheaf/adapters-sandbox/BankRequestContext") {}

export class BankMiddleware extends HttpApiMiddleware.Service<BankMiddleware, { provides: BankRequestContext }>()(
  "@sheaf/adapters-sandbox/BankMiddleware",
  { error: TppMessage.errorSchemas }
) {}
