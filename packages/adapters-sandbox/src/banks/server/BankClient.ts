/** An in-process HTTP client for the simulated banks. */
import { Context, Effect, Layer } from "effect"
import type { HttpClient } from "effect/http"
import { LoginHost, pagesAt } from "../../clientSide/LoginHost.ts"
import * as InProcessClient from "./InProcessClient.ts"
import type { ConsentFileStore } from "../ConsentFileStore.ts"
import type { AuthorizationStore } from "../oauth/AuthorizationStore.ts"
import * as BankApp from "./BankApp.ts"
import { PageHost } from "../PageHost.ts"

/** The client ignores the URL's host. The path begins with the bank's name, as in `/se-fjallbanken/v1/consents`. */
export class BankClient extends Context.Service<BankClient, HttpClient.HttpClient>()(
  "@sheaf/adapters-sandbox/BankClient"
) {}

/** Creates a client for banks whose pages are served by the login host. */
export const layerWith = (
  options: BankApp.BankAppOptions
): Layer.Layer<BankClient, never, ConsentFileStore | LoginHost | AuthorizationStore> =>
  Layer.effect(
    BankClient,
    Effect.gen(function* () {
      const { address } = yield* LoginHost
      const pages = { address: Effect.orDie(Effect.map(address, pagesAt)) }
      const app = yield* BankApp.make(options).pipe(Effect.provideService(PageHost, pages))
      return yield* InProcessClient.make(app)
    })
  )

export const layer = layerWith({})
