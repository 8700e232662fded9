/**
 * What is done with collections, once for every version: in the terms of the newest one, into which and out of which the
 * contract of a version translates (spec 4, 9; decisions 2 to 5, 10). What a version's answer does not know, its schema
 * leaves out.
 */
import type { CollectionSummary, StatusObject } from "@sheaf/domain/Collection"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { RecordProduct } from "@sheaf/domain/Product"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { Violation } from "@sheaf/domain/Violation"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { CurrentCaller, Paging } from "@sheaf/http-contract"
import { Collections } from "@sheaf/ports"
import type { CollectionListRequest, StoredDocument } from "@sheaf/ports"
import { Effect, identity } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import * as ContentDisposition from "../answers/ContentDisposition.ts"
import type { Rendering } from "../versions/Rendering.ts"
import { headWords, orRefuse } from "../problems/Refusals.ts"
import type { ProblemOf, VersionWords } from "../problems/Refusals.ts"
import * as NextPage from "./NextPage.ts"
import { notKept, personal } from "./Personal.ts"
import type { NotKept } from "./Personal.ts"
import * as StatusAnswer from "../answers/StatusAnswer.ts"

export interface OfCollection {
  readonly params: { readonly collectionId: string }
}

interface OfDocument {
  readonly params: { readonly collectionId: string; readonly documentId: string }
}

interface Start {
  readonly payload: StartCollection
}

interface Input extends OfCollection {
  readonly payload: SupplementInfo
}

interface Poll extends OfCollection {
  readonly request: HttpServerRequest.HttpServerRequest
}

interface List {
  readonly query: Omit<CollectionListRequest, "limit"> & Partial<Pick<CollectionListRequest, "limit">>
}

type Use = Collections["Service"]

/** An answer of the use case, in the form of the interface; what the use case refuses is a problem here. */
type Answered<Name extends keyof Use, A> = Effect.Effect<
  A,
  ProblemOf<Effect.Error<ReturnType<Use[Name]>>>,
  CurrentCaller
>

/** Functions for the routes of a version. */
export interface Operations {
  readonly start: (
    request: Start
  ) => Answered<"start", HttpApiSchema.withHeaders<StatusObject, NotKept & { readonly location: string }>>
  /** Answers raw, as the endpoint declares: see {@link StatusAnswer}. */
  readonly status: (
    endpoint: StatusAnswer.StatusEndpoint
  ) => (request: Poll) => Answered<"status", HttpServerResponse.HttpServerResponse>
  readonly supplementInfo: (request: Input) => Answered<"supply", HttpApiSchema.withHeaders<StatusObject, NotKept>>
  /** Supplies input that was posted in a form of its own, which has its own places. */
  readonly supply: (violationOf: VersionWords["violationOf"]) => Operations["supplementInfo"]
  readonly insuranceData: (
    request: OfCollection
  ) => Answered<"insuranceData", HttpApiSchema.withHeaders<ReadonlyArray<InsuranceRecord>, NotKept>>
  readonly wealthData: (
    request: OfCollection
  ) => Answered<"wealthData", HttpApiSchema.withHeaders<ReadonlyArray<WealthRecord>, NotKept>>
  readonly document: (
    of: RecordProduct
  ) => (request: OfDocument) => Answered<"document", HttpServerResponse.HttpServerResponse>
  readonly list: (
    request: List
  ) => Answered<
    "list",
    HttpApiSchema.withHeaders<ReadonlyArray<CollectionSummary>, NotKept & { readonly link?: string }>
  >
  readonly erase: (request: OfCollection) => Answered<"erase", void>
  readonly expire: (request: OfCollection) => Answered<"expire", HttpApiSchema.withHeaders<StatusObject, NotKept>>
}

/** A file to save. It comes from a company: nothing of it may make a browser act. */
const download = ({ bytes, contentType, name }: StoredDocument) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType,
    headers: {
      ...notKept,
      "content-disposition": ContentDisposition.attachment(name, contentType),
      "x-content-type-options": "nosniff"
    }
  })

/** The operations as a version speaks of them, on the collections that its paths find. */
export const make = (
  rendering: Rendering,
  found: (collections: Use) => Use = identity
): Effect.Effect<Operations, never, Collections> =>
  Effect.map(Effect.map(Collections, found), (collections) => {
    const words: VersionWords = { ...headWords, statusOf: rendering.statusOf }

    const supply: Operations["supply"] = (violationOf) =>
      Effect.fnUntraced(function* ({ params, payload }: Input) {
        const supplied = collections.supply(yield* CurrentCaller, params.collectionId, payload)
        return personal((yield* orRefuse(supplied, { ...words, violationOf })).body)
      })

    return {
      start: Effect.fnUntraced(function* ({ payload }: Start) {
        const started = collections.start(yield* CurrentCaller, payload)
        const violationOf = (violation: Violation) => rendering.startViolation(payload, violation)
        const { body } = yield* orRefuse(started, { ...words, violationOf })
        const location = `/collections/${body.collectionId}/status`
        return HttpApiSchema.withHeaders({ body, headers: { ...notKept, location } })
      }),

      status: (endpoint) => {
        const write = StatusAnswer.compile(rendering.version, endpoint)
        return ({ params: { collectionId }, request }) =>
          Effect.flatMap(CurrentCaller, (caller) =>
            Effect.map(orRefuse(collections.status(caller, collectionId)), (current) =>
              StatusAnswer.respond(write, request, collectionId, current)
            )
          )
      },

      supply,

      supplementInfo: supply(identity),

      insuranceData: Effect.fnUntraced(function* ({ params }: OfCollection) {
        const found = collections.insuranceData(yield* CurrentCaller, params.collectionId)
        return personal(yield* orRefuse(found, words))
      }),

      wealthData: Effect.fnUntraced(function* ({ params }: OfCollection) {
        const found = collections.wealthData(yield* CurrentCaller, params.collectionId)
        return personal(yield* orRefuse(found, words))
      }),

      document: (of: RecordProduct) =>
        Effect.fnUntraced(function* ({ params }: OfDocument) {
          const { collectionId, documentId } = params
          const found = collections.document(yield* CurrentCaller, collectionId, of, documentId)
          return download(yield* orRefuse(found, words))
        }),

      list: Effect.fnUntraced(function* ({ query }: List) {
        const request = { ...query, limit: query.limit ?? Paging.defaultLimit }
        return NextPage.answer(
          "/collections",
          request,
          yield* orRefuse(collections.list(yield* CurrentCaller, request))
        )
      }),

      erase: Effect.fnUntraced(function* ({ params }: OfCollection) {
        yield* orRefuse(collections.erase(yield* CurrentCaller, params.collectionId), words)
      }),

      expire: Effect.fnUntraced(function* ({ params }: OfCollection) {
        const expired = collections.expire(yield* CurrentCaller, params.collectionId)
        return personal((yield* orRefuse(expired, words)).body)
      })
    }
  })
