/** One version as the service runs it: its contract, its handlers, and its polled endpoints. */
import { versions as running } from "@sheaf/domain/versions/SupportedVersions"
import type { Versions } from "@sheaf/domain/versions/Versions"
import { Contract, Operation } from "@sheaf/http-contract"
import type { CurrentCollectionStatus, Scenarios } from "@sheaf/ports"
import { Effect } from "effect"
import type { Layer } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as CompressedResponse from "../pages/CompressedResponse.ts"
import * as Html from "../pages/Html.ts"
import * as FileLength from "../limits/FileLength.ts"
import * as ServedApi from "./ServedApi.ts"

/**
 * Returns true if a group of operations can find a collection. A product's groups find only the collections that cover
 * the product.
 */
export type CollectionPredicate = (current: CurrentCollectionStatus) => boolean

export interface PolledEndpoint {
  readonly endpoint: HttpApiEndpoint.Top
  /** The HTTP statuses of the endpoint's success responses. */
  readonly statuses: ReadonlyArray<number>
  readonly isVisible: CollectionPredicate
}

const polledOf = <Name extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Name, Groups>,
  finds: Readonly<Partial<Record<string, CollectionPredicate>>>
): ReadonlyArray<PolledEndpoint> => {
  const polled: Array<PolledEndpoint> = []
  HttpApi.reflect(api, {
    predicate: ({ endpoint }) => Operation.isPolled(endpoint),
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, successes }) => {
      const ofGroup = finds[group.identifier]
      if (ofGroup === undefined)
        throw new Error(`the version's "finds" has no entry for the endpoint group ${group.identifier}`)
      polled.push({ endpoint, statuses: Array.from(successes.keys()), isVisible: ofGroup })
    }
  })
  return polled
}

export interface Version<R> {
  readonly name: string
  readonly api: Effect.Effect<ServedApi.ServedApi, never, R>
  /** The routes that only a sandbox has. */
  readonly sandbox: Effect.Effect<ServedApi.ServedApi, never, R | Scenarios>
  readonly polled: ReadonlyArray<PolledEndpoint>
  /** Returns the length of the file in a start request. */
  readonly fileLength: FileLength.FileLength
  /** Returns the OpenAPI document, which is built on first use, with or without the sandbox's paths. */
  readonly openApiDocument: (
    versions: Versions,
    sandbox: boolean
  ) => Effect.Effect<CompressedResponse.CompressedResponse>
}

const textOf = <Name extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Name, Groups>,
  versions: Versions
): string => JSON.stringify(OpenApi.fromApi(Contract.publishedApiOf(api, versions)))

/** Returns the text of a version's whole OpenAPI document. The bundle contains those of the running versions. */
const documentOf = <Name extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Name, Groups>,
  versions: Versions
): Effect.Effect<string> =>
  Effect.gen(function* () {
    const { openApiDocuments } =
      versions === running
        ? yield* Effect.promise(() => import("../pages/OpenApiDocuments.ts"))
        : { openApiDocuments: {} }
    return openApiDocuments[api.identifier] ?? textOf(api, versions)
  })

export const make = <
  Name extends string,
  Groups extends HttpApiGroup.Constraint,
  Sandbox extends HttpApiGroup.Constraint,
  R,
  R2
>(
  { api, sandbox, service }: Contract.Contract<Name, Groups, Sandbox>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Name, Groups>, never, R>,
  sandboxHandlers: Layer.Layer<HttpApiGroup.ToService<Name, Sandbox>, never, R2>,
  finds: Readonly<Partial<Record<HttpApiGroup.Identifier<Groups>, CollectionPredicate>>>,
  fileLength = FileLength.fileLengthInParameters
) => ({
  name: api.identifier,
  api: ServedApi.makeLazy(service, handlers),
  sandbox: ServedApi.makeLazy(sandbox, sandboxHandlers),
  polled: polledOf(service, finds),
  fileLength,
  openApiDocument: (versions: Versions, hasSandbox: boolean) =>
    CompressedResponse.make(
      hasSandbox ? documentOf(api, versions) : Effect.sync(() => textOf(service, versions)),
      "application/json",
      Html.publicCacheHeaders
    )
})
