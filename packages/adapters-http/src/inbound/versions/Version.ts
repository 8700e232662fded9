/** One version as the interface serves it: its contract, its handlers, and the endpoints that its clients poll. */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Contract, Operation } from "@sheaf/http-contract"
import type { Collections } from "@sheaf/ports"
import { Effect } from "effect"
import type { Layer, Scope } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { HttpApi, OpenApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as DocumentationPage from "../pages/DocumentationPage.ts"
import * as Served from "./Served.ts"

/** Returns the driving port as a group of operations uses it: which collections are found can depend on the path. */
type Found = (collections: Collections["Service"]) => Collections["Service"]

/** An endpoint that is declared as polled. */
export interface Polled {
  readonly endpoint: HttpApiEndpoint.Top
  /** The statuses of its successes. */
  readonly statuses: ReadonlyArray<number>
  readonly found: Found
}

/** The polled endpoints of a contract. */
const polledOf = <Name extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Name, Groups>,
  found: Readonly<Partial<Record<string, Found>>>
): ReadonlyArray<Polled> => {
  const polled: Array<Polled> = []
  HttpApi.reflect(api, {
    predicate: ({ endpoint }) => Operation.isPolled(endpoint),
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, successes }) => {
      const ofGroup = found[group.identifier]
      if (ofGroup === undefined) throw new Error(`the version does not say what the group ${group.identifier} finds`)
      polled.push({ endpoint, statuses: Array.from(successes.keys()), found: ofGroup })
    }
  })
  return polled
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
  readonly polled: ReadonlyArray<Polled>
  /** Returns what is published of the version among the running ones. Its page tries requests with the key. */
  readonly publish: (versions: Versions, demonstrationKey: string | undefined) => Effect.Effect<Publication>
}

export const make = <Name extends string, Groups extends HttpApiGroup.Constraint, R>(
  api: HttpApi.HttpApi<Name, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Name, Groups>, never, R>,
  found: Readonly<Partial<Record<HttpApiGroup.Identifier<Groups>, Found>>>
) => ({
  name: api.identifier,
  served: Served.make(api, handlers),
  polled: polledOf(api, found),
  publish: (versions: Versions, demonstrationKey: string | undefined) => {
    const published = Contract.published(api, versions)
    return Effect.all({
      page: Effect.map(DocumentationPage.make(published, demonstrationKey), Effect.flatten),
      document: Effect.cached(Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(published))))
    })
  }
})
