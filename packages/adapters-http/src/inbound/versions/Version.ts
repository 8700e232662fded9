/** A version as the service runs it: contract, handlers and polled endpoints. */
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Operation } from "@sheaf/http-contract"
import type { Contract } from "@sheaf/http-contract"
import type { CurrentCollectionStatus } from "@sheaf/ports"
import { Effect } from "effect"
import type { Layer } from "effect"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as FileLength from "../limits/FileLength.ts"
import * as ServedApi from "./ServedApi.ts"

/**
 * Returns true if an endpoint can find this collection. An endpoint for one product finds only collections that cover
 * the product.
 */
export type CollectionPredicate = (current: CurrentCollectionStatus) => boolean

export interface PolledEndpoint {
  readonly endpoint: HttpApiEndpoint.Top
  readonly statuses: ReadonlyArray<number>
  /** Absent if the endpoint finds every collection. */
  readonly isVisible?: CollectionPredicate
}

const polledOf = <Name extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Name, Groups>,
  finds: Readonly<Partial<Record<string, CollectionPredicate | "EVERY">>>
): ReadonlyArray<PolledEndpoint> => {
  const polled: Array<PolledEndpoint> = []
  HttpApi.reflect(api, {
    predicate: ({ endpoint }) => Operation.isPolled(endpoint),
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, successes }) => {
      const ofGroup = finds[group.identifier]
      if (ofGroup === undefined)
        throw new Error(`the version's "finds" has no entry for the endpoint group ${group.identifier}`)
      polled.push({
        endpoint,
        statuses: Array.from(successes.keys()),
        ...(ofGroup !== "EVERY" && { isVisible: ofGroup })
      })
    }
  })
  return polled
}

export interface Version<R> {
  readonly name: string
  readonly api: Effect.Effect<ServedApi.ServedApi, never, R>
  readonly polled: ReadonlyArray<PolledEndpoint>
  readonly fileLength: FileLength.FileLength
  readonly openApiDocument: (versions: Versions) => Effect.Effect<string>
}

export const make = <Name extends string, Groups extends HttpApiGroup.Constraint, R>(
  { api, document }: Contract.Contract<Name, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Name, Groups>, never, R>,
  finds: Readonly<Partial<Record<HttpApiGroup.Identifier<Groups>, CollectionPredicate | "EVERY">>>,
  fileLength = FileLength.fileLengthInParameters
) => ({
  name: api.identifier,
  api: ServedApi.makeLazy(api, handlers),
  polled: polledOf(api, finds),
  fileLength,
  openApiDocument: (versions: Versions) => Effect.sync(() => JSON.stringify(document(versions)))
})
