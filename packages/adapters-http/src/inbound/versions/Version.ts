/** One version as the service runs it: its contract, its handlers, and its polled endpoints. */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Contract, Operation } from "@sheaf/http-contract"
import type { Collections } from "@sheaf/ports"
import { Effect } from "effect"
import type { Layer } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as Compressed from "../pages/Compressed.ts"
import * as Served from "./Served.ts"

/** Limits the collections that a group of operations can find, if its paths belong to one product. */
type Found = (collections: Collections["Service"]) => Collections["Service"]

export interface Polled {
  readonly endpoint: HttpApiEndpoint.Top
  /** The HTTP statuses of its successes. */
  readonly statuses: ReadonlyArray<number>
  readonly found: Found
}

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
      if (ofGroup === undefined)
        throw new Error(`the version does not limit the collections of the group ${group.identifier}`)
      polled.push({ endpoint, statuses: Array.from(successes.keys()), found: ofGroup })
    }
  })
  return polled
}

export interface Version<R> {
  readonly name: string
  readonly served: Effect.Effect<Served.Served, never, R>
  readonly polled: ReadonlyArray<Polled>
  /** Returns the OpenAPI document, which is made on first use. */
  readonly publish: (versions: Versions) => Effect.Effect<Compressed.Compressed>
}

export const make = <Name extends string, Groups extends HttpApiGroup.Constraint, R>(
  api: HttpApi.HttpApi<Name, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Name, Groups>, never, R>,
  found: Readonly<Partial<Record<HttpApiGroup.Identifier<Groups>, Found>>>
) => ({
  name: api.identifier,
  served: Served.make(api, handlers),
  polled: polledOf(api, found),
  publish: (versions: Versions) =>
    Compressed.make(
      Effect.sync(() => JSON.stringify(OpenApi.fromApi(Contract.published(api, versions)))),
      "application/json"
    )
})
