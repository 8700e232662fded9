/** The contract and handlers of the fictitious version, which has only insurances and companies. */
import * as Versions from "@sheaf/domain/versions/Versions"
import { head } from "@sheaf/domain/ApiVersion"
import { marketOf } from "@sheaf/domain/Company"
import { replacedVersions } from "@sheaf/domain/versions/SupportedVersions"
import { CollectionId } from "@sheaf/domain/Collection"
import {
  Api,
  ApiKeyAuthentication,
  Caching,
  CompaniesGroup,
  Contract,
  PathIdValidation,
  ContentNegotiation,
  RateLimiting,
  Operation,
  ProblemResponses,
  Problem,
  JsonRequestBodyWithFile,
  startProblemCodes,
  RequestValidation
} from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as CollectionsHandlers from "../../../src/inbound/handlers/CollectionsHandlers.ts"
import * as CompaniesHandlers from "../../../src/inbound/handlers/CompaniesHandlers.ts"
import * as ProductCollections from "../../../src/inbound/versions/2025-01-01/ProductCollections.ts"
import type { VersionTranslation } from "../../../src/inbound/versions/VersionTranslation.ts"
import * as Version from "../../../src/inbound/versions/Version.ts"
import { runningVersions } from "../../../src/inbound/Versions.ts"
import type { ServedVersions } from "../../../src/inbound/Versions.ts"
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
    problems: Problem.declareCodes(...startProblemCodes, "UNKNOWN_INPUT")
  },
  (error) =>
    HttpApiEndpoint.post("start", path, {
      payload: StartCollection20240701,
      success: HttpApiSchema.WithHeaders(StatusObject20240701, Caching.noStoreHeaders),
      error
    }).middleware(JsonRequestBodyWithFile)
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
    problems: Problem.declareCodes("NOT_FOUND")
  },
  (error) =>
    HttpApiEndpoint.get("status", `${path}/:collectionId/status`, {
      params,
      success: HttpApiSchema.WithHeaders(StatusObject20240701, Caching.pollingHeaders),
      error
    }).middleware(PathIdValidation)
)

const InsuranceGroup = HttpApiGroup.make("insurance")
  .add(start, status)
  .middleware(RequestValidation)
  .middleware(ContentNegotiation)
  .middleware(RateLimiting)
  .middleware(ApiKeyAuthentication)
  .annotateMerge(OpenApi.annotations({ title: "Insurance", description: "Collections of insurance policies." }))

const Api20240701 = Api.makeEmpty("2024-07-01").add(CompaniesGroup, InsuranceGroup).middleware(ProblemResponses)

const versions = Versions.make([version20240701, ...replacedVersions], head)

const rendering: VersionTranslation = {
  version: "2024-07-01",
  statusOf: (status, company) =>
    versions.statuses.project(status, { version: "2024-07-01", market: marketOf(company) }),
  translateStartViolation: startViolation20240701
}

const found = ProductCollections.of("INSURANCE")

const insurance = HttpApiBuilder.group(Api20240701, "insurance", (handlers) =>
  Effect.map(CollectionsHandlers.make(rendering, found), ({ start, status }) =>
    handlers.handleAll({ start, status: status(InsuranceGroup.endpoints.status) })
  )
)

const contract = Contract.make(Api20240701)
const handlers = Layer.merge(CompaniesHandlers.layer("2024-07-01"), insurance)

const served20240701 = Version.make(contract, handlers, {
  insurance: ProductCollections.coversProduct("INSURANCE")
})

/** The fictitious version, followed by the running versions. */
export const line: ServedVersions = { versions, served: [served20240701, ...runningVersions.served] }
