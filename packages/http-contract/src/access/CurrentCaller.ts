/** The caller of a request, as identified by the request's credentials (spec 5). */
import { Context } from "effect"

interface CallerIds {
  readonly clientId: string
  readonly environment: "test" | "production"
  /** The user for which the client acts, if a token came with the API key. */
  readonly userId?: string
  /** The Connect session to whose objects the caller is limited. */
  readonly connectSessionId?: string
}

declare const admitted: unique symbol

/**
 * A caller whose credentials, certificate and network the server has checked. Nothing outside this package can name the
 * symbol, so a server needs a cast to make such a value. The HTTP adapter has one, in its admission.
 */
export interface VerifiedCaller extends CallerIds {
  readonly [admitted]: true
}

/** The client to which the API key belongs. Available only in endpoints behind `ApiKeyAuthentication` or `ClientOrUserAuthentication`. */
export class CurrentCaller extends Context.Service<CurrentCaller, VerifiedCaller>()(
  "@sheaf/http-contract/CurrentCaller"
) {}

/** The user to which the token belongs. Available only in endpoints behind `UserAuthentication`. */
export class CurrentUser extends Context.Service<CurrentUser, VerifiedCaller & { readonly userId: string }>()(
  "@sheaf/http-contract/CurrentUser"
) {}

/** The Connect session whose page sent the request. Available only in endpoints behind `PageAuthentication`. */
export class CurrentVisitor extends Context.Service<CurrentVisitor, { readonly connectSessionId: string }>()(
  "@sheaf/http-contract/CurrentVisitor"
) {}
