/** Who makes the request, as its credentials say (spec 5; decisions 8). */
import { Context } from "effect"

/** The client behind the API key. Endpoints behind `Authenticated` have it; others cannot ask for it. */
export class CurrentCaller extends Context.Service<
  CurrentCaller,
  { readonly clientId: string; readonly environment: "test" | "production" }
>()("@sheaf/http-contract/CurrentCaller") {}
