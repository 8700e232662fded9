/** The caller of a request, as identified by the request's credentials (spec 5). */
import { Context } from "effect"

interface CallerIds {
  readonly clientId: string
  readonly environment: "test" | "production"
  /** Present if the request has a user's token. The client then acts for this user. */
  readonly userId?: string
  /** Limits the caller to the objects of this Connect session. */
  readonly connectSessionId?: string
}

declare const admitted: unique symbol

/**
 * A caller whose credentials, certificate and network the server has checked. The symbol is not exported, so only a
 * cast can create such a value. The HTTP adapter has one such cast, where it admits requests.
 */
export interface VerifiedCaller extends CallerIds {
  readonly [admitted]: true
}

/** The API key's client. Available only in endpoints behind `ApiKeyAuthentication` or `ClientOrUserAuthentication`. */
export class CurrentCaller extends Context.Service<CurrentCaller, VerifiedCaller>()(
  "@sheaf/http-contract/CurrentCaller"
) {}

/** The token's user. Available only in endpoints behind `UserAuthentication`. */
export class CurrentUser extends Context.Service<CurrentUser, VerifiedCaller & { readonly userId: string }>()(
  "@sheaf/http-contract/CurrentUser"
) {}

/** The Connect session whose page sent the request. Available only in endpoints behind `PageAuthentication`. */
export class CurrentVisitor extends Context.Service<CurrentVisitor, { readonly connectSessionId: string }>()(
  "@sheaf/http-contract/CurrentVisitor"
) {}
