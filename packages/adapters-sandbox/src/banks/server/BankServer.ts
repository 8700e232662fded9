/** Serves the simulated banks on their own HTTP server (spec 12). */
import type { CompanyId } from "@sheaf/domain/Company"
import { Effect, Layer } from "effect"
import type { Scope } from "effect"
import { HttpMiddleware, HttpServer } from "effect/http"
import { banks } from "../Bank.ts"
import * as ConsentFileStore from "../ConsentFileStore.ts"
import * as AuthorizationStore from "../oauth/AuthorizationStore.ts"
import * as BankApp from "./BankApp.ts"
import { PageHost } from "../PageHost.ts"

export const bankIds: ReadonlyArray<CompanyId> = [...banks.keys()]

export interface BankServerOptions extends Omit<BankApp.BankAppOptions, "endsEarlierConsents" | "hasLogin"> {
  readonly folder: string
  readonly address: URL
}

/** Creates the banks as one effect that any HTTP server can run. People must log in before they see a page. */
export const make = ({
  address,
  folder,
  ...options
}: BankServerOptions): Effect.Effect<BankApp.BankApp, never, Scope.Scope> =>
  BankApp.make({ ...options, hasLogin: true, endsEarlierConsents: true }).pipe(
    Effect.provideService(PageHost, { address: Effect.succeed(address) }),
    Effect.provide(Layer.merge(ConsentFileStore.layer({ folder }), AuthorizationStore.layer))
  )

export const serve = (options: BankServerOptions): Layer.Layer<never, never, HttpServer.HttpServer> =>
  Layer.effectDiscard(Effect.flatMap(make(options), (app) => HttpServer.serveEffect(app))).pipe(
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true))
  )
