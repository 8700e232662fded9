/** The checks on each request before its handler runs, and the results that the handler receives. */
import type { BankProfile } from "@sheaf/ports"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Bank } from "../Bank.ts"
import * as TppMessage from "./TppMessage.ts"

/** Which bank a request is for, and which provider has sent it. */
export class BankRequestContext extends Context.Service<
  BankRequestContext,
  {
    readonly bank: Bank
    /** What comes before `/consents` and `/accounts` in links. */
    readonly prefix: string
    /** The deviations from the standard that the bank insists on. */
    readonly profile: BankProfile.ResolvedProfile
    /** The provider's identifier in its certificate, or empty if there is no certificate. */
    readonly tpp: string
    readonly requestId: string
    /** The Authorization header. */
    readonly authorization: string | undefined
    /** True if people authorize consents with OAuth. */
    readonly usesOAuth: boolean
    /** True if providers must confirm what people have authorized on the bank's page. */
    readonly needsConfirmation: boolean
    /** True if requests about a consent with OAuth need a token from the start, even before the consent has one. */
    readonly tokensFromStart: boolean
    /** True if a recurring consent expires when the person authorizes a newer one with the same provider. */
    readonly endsEarlierConsents: boolean
    /** True if the person is involved in the request. */
    readonly isAttended: boolean
  }
>()("@sheaf/adapters-sandbox/BankRequestContext") {}

export class BankMiddleware extends HttpApiMiddleware.Service<BankMiddleware, { provides: BankRequestContext }>()(
  "@sheaf/adapters-sandbox/BankMiddleware",
  { error: TppMessage.errorSchemas }
) {}
