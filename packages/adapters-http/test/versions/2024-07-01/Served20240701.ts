/** The fictitious version's contract and handlers, for insurances and companies only. */
import * as Versions from "@sheaf/domain/versions/Versions"
import { head } from "@sheaf/domain/ApiVersion"
import { marketOf } from "@sheaf/domain/Company"
import { replaced } from "@sheaf/domain/versions/Running"
import { CollectionId } from "@sheaf/domain/Collection"
import {
  Api,
  Authenticated,
  Caching,
  CompaniesGroup,
  Identified,
  Negotiated,
  RateLimited,
  Operation,
  ProblemDocuments,
  Problem,
  ReadableWithFile,
  startProblems,
  Validated
} from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as CollectionOperations from "../../../src/inbound/handlers/CollectionOperations.ts"
import * as CompaniesHandlers from "../../../src/inbound/handlers/CompaniesHandlers.ts"
import * as CollectionsOfProduct from "../../../src/inbound/versions/2025-01-01/CollectionsOfProduct.ts"
import type { Rendering } from "../../../src/inbound/versions/Rendering.ts"
import * as Version from "../../../src/inbound/versions/Version.ts"
import { running } from "../../../src/inbound/versions/Versions.ts"
import type { ServedVersions } from "../../../src/inbound/versions/Versions.ts"
import {
  StartCollection20240701,
  startViolation20240701,
  StatusObject20240701,
  version20240701
} from "./Domain20240701.ts"

const path = "/collect/insurance"
const params = { collectionId: CollectionId }

const start = Operation.make(
  {
    id: "startInsuranceCollection",
    summary: "Start a collection of insurances",
    description: "Collects the insurances that a provider holds for a person.",
    answers: { 200: "The collection has started." }
  },
  {
    scope: "collections:write",
    problems: Problem.of(...startProblems, "UNKNOWN_INPUT")
  },
  (error) =>
    HttpApiEndpoint.post("start", path, {
      payload: StartCollection20240701,
      success: HttpApiSchema.WithHeaders(StatusObject20240701, Caching.personal),
      error
    }).middleware(ReadableWithFile)
)

const status = Operation.make(
  {
    id: "getInsuranceCollectionStatus",
    summary: "Poll the status of a collection",
    description: "Poll at `pollingInterval` until it is absent.",
    answers: { 200: "The status." }
  },
  {
    scope: "collections:read",
    polled: true,
    problems: Problem.of("NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.get("status", `${path}/:collectionId/status`, {
      params,
      success: HttpApiSchema.WithHeaders(StatusObject20240701, Caching.polled),
      error
    }).middleware(Identified)
)

const InsuranceGroup = HttpApiGroup.make("insurance")
  .add(start, status)
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(RateLimited)
  .middleware(Authenticated)
  .annotateMerge(OpenApi.annotations({ title: "Insurance", description: "Collections of insurance policies." }))

const Api20240701 = Api.of("2024-07-01").add(CompaniesGroup, InsuranceGroup).middleware(ProblemDocuments)

const versions = Versions.make([version20240701, ...replaced], head)

const rendering: Rendering = {
  version: "2024-07-01",
  statusOf: (status, company) =>
    versions.statuses.project(status, { version: "2024-07-01", market: marketOf(company) }),
  startViolation: startViolation20240701,
  showsSandboxPage: false
}

const found = CollectionsOfProduct.of("INSURANCE")

const insurance = HttpApiBuilder.group(Api20240701, "insurance", (handlers) =>
  Effect.map(CollectionOperations.make(rendering, found), ({ start, status }) =>
    handlers.handleAll({ start, status: status(InsuranceGroup.endpoints.status) })
  )
)

const served20240701 = Version.make(Api20240701, Layer.merge(CompaniesHandlers.layer("2024-07-01"), insurance), {
  insurance: CollectionsOfProduct.covering("INSURANCE")
})

/** The fictitious version, followed by the running versions. */
export const line: ServedVersions = { versions, served: [served20240701, ...running.served] }
