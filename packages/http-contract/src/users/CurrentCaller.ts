/** The caller of a request, as identified by the request's credentials (spec 5; decisions 8). */
import { Context } from "effect"

interface CallerIds {
  readonly clientId: string
  readonly environment: "test" | "production"
  /** The user that the client acts for, if a token came with the API key. */
  readonly userId?: string
}

/** The client that the API key belongs to. Available only in endpoints behind `Authenticated`. */
export class CurrentCaller extends Context.Service<CurrentCaller, CallerIds>()("@sheaf/http-contract/CurrentCaller") {}

/** The user that the token belongs to. Available only in endpoints behind `UserAuthenticated`. */
export class CurrentUser extends Context.Service<CurrentUser, CallerIds & { readonly userId: string }>()(
  "@sheaf/http-contract/CurrentUser"
) {}
