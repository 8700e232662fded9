/** The checks that run on each request before its handler, and the context that they pass to the handler. */
import type { BankProfile } from "@sheaf/ports"
import { Context } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Bank } from "../Bank.ts"
import * as TppMessage from "./TppMessage.ts"

export class BankRequestContext extends Context.Service<
  BankRequestContext,
  {
    readonly bank: Bank
    readonly prefix: string
    readonly profile: BankProfile.ResolvedProfile
    /** The provider's identifier from its certificate, or empty if there is no certificate. */
    readonly tpp: string
    readonly requestId: string
    readonly authorization: string | undefined
    readonly usesOAuth: boolean
    readonly needsConfirmation: boolean
    readonly tokensFromStart: boolean
    readonly endsEarlierConsents: boolean
    /** True if the person is present during the request. */
    readonly isAttended: boolean
  }
>()("@sheaf/adapters-sandbox/BankRequestContext") {}

export class BankMiddleware extends HttpApiMiddleware.Service<BankMiddleware, { provides: BankRequestContext }>()(
  "@sheaf/adapters-sandbox/BankMiddleware",
  { error: TppMessage.errorSchemas }
) {}
