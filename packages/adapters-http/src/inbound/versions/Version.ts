/** One version as the interface serves it: its contract, the handlers of it, and the paths that its clients poll. */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Contract } from "@sheaf/http-contract"
import type { Collections } from "@sheaf/ports"
import { Effect } from "effect"
import type { Layer, Scope } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { OpenApi } from "effect/http-api"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import * as DocumentationPage from "../pages/DocumentationPage.ts"
import type { Rendering } from "./Rendering.ts"
import * as Served from "./Served.ts"

/** Where a version has the status of a collection. */
export interface StatusPath {
  /** The path of the collections, in front of `/:collectionId/status`. */
  readonly collections: string
  readonly rendering: Rendering
  /** Returns the driving port as this path uses it; absent if the path finds every collection. */
  readonly found?: (collections: Collections["Service"]) => Collections["Service"]
}

/** What a version publishes about itself, each made when it is first asked for. */
export interface Publication {
  readonly page: Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    never,
    HttpServerRequest.HttpServerRequest | Scope.Scope
  >
  readonly document: Effect.Effect<HttpServerResponse.HttpServerResponse>
}

export interface Version<R> {
  readonly name: string
  /** Builds the router. */
  readonly served: Effect.Effect<Served.Served, never, R>
  readonly statusPaths: ReadonlyArray<StatusPath>
  /** Returns what is published of the version among the running ones. Its page tries requests with the key. */
  readonly publish: (versions: Versions, demonstrationKey: string | undefined) => Effect.Effect<Publication>
}

export const make = <Name extends string, Groups extends HttpApiGroup.Constraint, R>(
  api: HttpApi.HttpApi<Name, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Name, Groups>, never, R>,
  statusPaths: ReadonlyArray<StatusPath>
) => ({
  name: api.identifier,
  served: Served.make(api, handlers),
  statusPaths,
  publish: (versions: Versions, demonstrationKey: string | undefined) => {
    const published = Contract.published(api, versions)
    return Effect.all({
      page: Effect.map(DocumentationPage.make(published, demonstrationKey), Effect.flatten),
      document: Effect.cached(Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(published))))
    })
  }
})
