/**
 * The operations on collections, written once for the newest version (spec 2.1, 2.2, 2.5, 4, 9, 10). Each version's
 * contract translates requests and responses, and its schemas drop fields that the version lacks.
 */
import type { CollectionDetails, StatusObject } from "@sheaf/domain/Collection"
import type { RecordProduct } from "@sheaf/domain/Product"
import type { ConfirmCollection, StartCollection } from "@sheaf/domain/StartCollection"
import type { SupplementInfoRequest } from "@sheaf/domain/SupplementInfo"
import type { AnyTransaction } from "@sheaf/domain/WealthRecord"
import type { Violation } from "@sheaf/domain/Violation"
import type { CurrentCaller } from "@sheaf/http-contract"
import { Collections } from "@sheaf/ports"
import type { Caller, CollectionListRequest, StoredDocument, TransactionsRequest } from "@sheaf/ports"
import { Effect, identity, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import type { HttpApiSchema } from "effect/http-api"
import { headUrlBuilder } from "../responses/Urls.ts"
import * as ContentDisposition from "../responses/ContentDisposition.ts"
import { prefersCsv } from "../pipeline/RequestConditions.ts"
import * as StoredJson from "../responses/StoredJson.ts"
import * as TableResponse from "../responses/TableResponse.ts"
import * as PlainSchema from "../responses/PlainSchema.ts"
import * as StatusResponse from "../responses/StatusResponse.ts"
import { noTranslation } from "../problems/ProblemRows.ts"
import type { ProblemOf, ApiError } from "../problems/ApiErrors.ts"
import type { ApiVersionTranslator } from "../problems/ProblemRows.ts"
import * as LongPollRequest from "../polling/LongPollRequest.ts"
import type { VersionTranslation } from "../versions/VersionTranslation.ts"
import * as PagedResponse from "./PagedResponse.ts"
import { runForCaller, createdResponse, noStoreHeaders, noStoreResponse } from "./CallerResponse.ts"
import type { NoStoreHeaders } from "./CallerResponse.ts"

interface OfCollection {
  readonly params: { readonly collectionId: string }
}

interface OfDocument {
  readonly params: { readonly collectionId: string; readonly documentId: string }
}

type Service = Collections["Service"]

type Outcome<Name extends keyof Service, A> = Effect.Effect<
  A,
  ProblemOf<Effect.Error<ReturnType<Service[Name]>>>,
  CurrentCaller
>

type Private<A, More = unknown> = HttpApiSchema.withHeaders<A, NoStoreHeaders & More>

export interface CollectionsHandlers {
  readonly start: (request: {
    readonly payload: StartCollection
  }) => Outcome<"start", Private<StatusObject, { readonly location: string }>>
  /** Responds in the form that the endpoint declares (see {@link StatusResponse}). */
  readonly status: (
    endpoint: StatusResponse.EndpointDeclaration
  ) => (
    request: OfCollection & { readonly request: HttpServerRequest.HttpServerRequest }
  ) => Outcome<"status", HttpServerResponse.HttpServerResponse>
  readonly supplementInfo: (
    request: OfCollection & { readonly payload: SupplementInfoRequest }
  ) => Outcome<"supply", Private<StatusObject>>
  /**
   * `violationOf` adapts the pointer in a violation to this version, whose requests can contain the input in a
   * different place.
   */
  readonly supply: (violationOf: ApiVersionTranslator["violationOf"]) => CollectionsHandlers["supplementInfo"]
  /** `show` converts the stored records to an older version. */
  readonly data: (
    of: RecordProduct,
    show: (records: ReadonlyArray<StoredJson.StoredRecord>) => ReadonlyArray<StoredJson.StoredRecord>
  ) => (request: OfCollection) => Outcome<"dataJson", HttpServerResponse.HttpServerResponse>
  /**
   * Responds with stored JSON or, if the client prefers, a table. Throws if the endpoint's record schema has
   * transformations.
   */
  readonly dataJson: (
    of: RecordProduct,
    endpoint: StatusResponse.EndpointDeclaration
  ) => (
    request: OfCollection & {
      readonly request: HttpServerRequest.HttpServerRequest
      readonly query: { readonly transactionsFrom?: string }
    }
  ) => Outcome<"dataJson", HttpServerResponse.HttpServerResponse>
  readonly transactions: (request: {
    readonly params: { readonly collectionId: string; readonly accountId: string }
    readonly query: PagedResponse.WithOptionalLimit<TransactionsRequest>
  }) => Outcome<"transactions", Private<ReadonlyArray<AnyTransaction>, { readonly link?: string }>>
  readonly document: (
    of: RecordProduct
  ) => (request: OfDocument) => Outcome<"document", HttpServerResponse.HttpServerResponse>
  readonly list: (request: {
    readonly query: PagedResponse.WithOptionalLimit<CollectionListRequest>
  }) => Outcome<"list", Private<ReadonlyArray<CollectionDetails>, { readonly link?: string }>>
  readonly listOfUser: (request: {
    readonly params: { readonly userId: string }
    readonly query: PagedResponse.WithOptionalLimit<CollectionListRequest>
  }) => Outcome<"listOfUser", Private<ReadonlyArray<CollectionDetails>, { readonly link?: string }>>
  readonly read: (request: OfCollection) => Outcome<"read", Private<CollectionDetails>>
  readonly confirm: (
    request: OfCollection & { readonly payload: typeof ConfirmCollection.Type }
  ) => Outcome<"confirm", Private<StatusObject>>
  readonly erase: (request: OfCollection) => Outcome<"erase", void>
  readonly expire: (request: OfCollection) => Outcome<"timeOut", Private<StatusObject>>
}

/** A company chose the download's name and content, so headers keep browsers from opening it. */
const download = ({ bytes, contentType, name }: StoredDocument) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType,
    headers: {
      ...noStoreHeaders,
      "content-disposition": ContentDisposition.attachment(name, contentType),
      "x-content-type-options": "nosniff"
    }
  })

const jsonResponse = (json: Uint8Array) =>
  HttpServerResponse.uint8Array(json, { contentType: "application/json", headers: noStoreHeaders })

interface Routes {
  readonly collections: Service
  readonly rendering: VersionTranslation
  readonly words: ApiVersionTranslator
}

const runNoStore = <A, E extends ApiError>(use: (caller: Caller) => Effect.Effect<A, E>, told: ApiVersionTranslator) =>
  Effect.map(runForCaller(use, told), noStoreResponse)

const start =
  ({ collections, rendering, words }: Routes): CollectionsHandlers["start"] =>
  ({ payload }) => {
    const violationOf = (violation: Violation) => rendering.translateStartViolation(payload, violation)
    const started = runForCaller((caller) => collections.start(caller, payload), { ...words, violationOf })
    return Effect.map(started, ({ body }) => createdResponse(body, headUrlBuilder.collections.status({ params: body })))
  }

const status =
  ({ collections, rendering }: Routes): CollectionsHandlers["status"] =>
  (endpoint) => {
    const write = StatusResponse.compileWriter(rendering.version, endpoint)
    return ({ params: { collectionId }, request }) =>
      runForCaller((caller) =>
        LongPollRequest.readStatus(caller, collectionId, collections.status(caller, collectionId))
      ).pipe(Effect.map((current) => StatusResponse.respond(write, request, collectionId, current)))
  }

const supply =
  ({ collections, words }: Routes): CollectionsHandlers["supply"] =>
  (violationOf) =>
  ({ params, payload }) =>
    runNoStore((caller) => Effect.map(collections.supply(caller, params.collectionId, payload), ({ body }) => body), {
      ...words,
      violationOf
    })

const data =
  ({ collections, words }: Routes): CollectionsHandlers["data"] =>
  (of, show) =>
  ({ params }) =>
    Effect.map(
      runForCaller((caller) => collections.dataJson(caller, params.collectionId, of), words),
      (json) => jsonResponse(StoredJson.convert(json, show))
    )

const dataJson =
  ({ collections, words }: Routes): CollectionsHandlers["dataJson"] =>
  (of, endpoint) => {
    if (!PlainSchema.isPlainJsonSchema(StatusResponse.successSchemaOf(endpoint).schema.ast)) {
      throw new Error(`${endpoint.method} ${endpoint.path} must declare records without transformations`)
    }
    return ({ params, query: { transactionsFrom: from }, request }) =>
      runForCaller((caller) => collections.dataJson(caller, params.collectionId, of), words).pipe(
        Effect.map((json) => (from === undefined ? json : StoredJson.withTransactionsSince(json, from))),
        Effect.map((json) => (prefersCsv(request.headers["accept"]) ? TableResponse.of(of, json) : jsonResponse(json)))
      )
  }

const document =
  ({ collections, words }: Routes): CollectionsHandlers["document"] =>
  (of) =>
  ({ params: { collectionId, documentId } }) =>
    runForCaller((caller) => collections.document(caller, collectionId, of, documentId), words).pipe(
      Effect.map(download)
    )

const handlersOf = (routes: Routes): CollectionsHandlers => {
  const { collections, words } = routes
  return {
    start: start(routes),
    status: status(routes),
    supply: supply(routes),
    supplementInfo: supply(routes)(identity),
    confirm: ({ params, payload }) =>
      runNoStore(
        (caller) =>
          Effect.map(collections.confirm(caller, params.collectionId, Redacted.make(payload.code)), ({ body }) => body),
        words
      ),
    data: data(routes),
    dataJson: dataJson(routes),
    document: document(routes),
    transactions: ({ params, query }) =>
      PagedResponse.respond(
        ({ query }) => headUrlBuilder.collectedData.transactions({ params, query }),
        query,
        (request) =>
          runForCaller(
            (caller) => collections.transactions(caller, params.collectionId, params.accountId, request),
            words
          )
      ),
    list: ({ query }) =>
      PagedResponse.respond(headUrlBuilder.collections.list, query, (request) =>
        runForCaller((caller) => collections.list(caller, request))
      ),
    listOfUser: ({ params, query }) =>
      PagedResponse.respond(
        ({ query }) => headUrlBuilder.collections.listOfUser({ params, query }),
        query,
        (request) => runForCaller((caller) => collections.listOfUser(caller, params.userId, request))
      ),
    read: ({ params }) => runNoStore((caller) => collections.read(caller, params.collectionId), words),
    erase: ({ params }) => runForCaller((caller) => collections.erase(caller, params.collectionId), words),
    expire: ({ params }) =>
      runNoStore((caller) => Effect.map(collections.timeOut(caller, params.collectionId), ({ body }) => body), words)
  }
}

/** `found` can restrict which collections the routes find. By default, they find all. */
export const make = (
  rendering: VersionTranslation,
  found: (collections: Service) => Service = identity
): Effect.Effect<CollectionsHandlers, never, Collections> =>
  Effect.map(Collections, (collections) =>
    handlersOf({
      collections: found(collections),
      rendering,
      words: { ...noTranslation, statusOf: rendering.statusOf }
    })
  )
