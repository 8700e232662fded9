/** Who makes the request, as its credentials say (spec 5; decisions 8). */
import { Context } from "effect"

interface Caller {
  readonly clientId: string
  readonly environment: "test" | "production"
  /** The user in whose name the client calls, when a token came with its key. */
  readonly userId?: string
}

/** The client behind the API key. Endpoints behind `Authenticated` have it; others cannot ask for it. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("@sheaf/http-contract/CurrentCaller") {}

/** The user behind the token. Endpoints behind `UserAuthenticated` have it; others cannot ask for it. */
export class CurrentUser extends Context.Service<CurrentUser, Caller & { readonly userId: string }>()(
  "@sheaf/http-contract/CurrentUser"
) {}
