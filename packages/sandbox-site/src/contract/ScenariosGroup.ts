/** A version's scenarios, and the operations that make a collection or consent time out (spec 12). */
import { ConsentScenario, Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { head } from "@sheaf/domain/ApiVersion"
import { CollectionId, StatusObject } from "@sheaf/domain/Collection"
import { AnyStatus } from "@sheaf/domain/CollectionStatus"
import { ConsentId } from "@sheaf/domain/Consent"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { SupplementInfoRequest } from "@sheaf/domain/SupplementInfo"
import * as Annotations from "@sheaf/domain/Annotations"
import {
  ApiKeyAuthentication,
  Caching,
  ContentNegotiation,
  Examples,
  IdempotencyKeySupport,
  Operation,
  PathIdValidation,
  Problem,
  RateLimiting,
  RequestValidation
} from "@sheaf/http-contract"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as ScenarioExamples from "./ScenarioExamples.ts"
import texts from "./texts.json" with { type: "json" }

export const scenarioFields = {
  ...Scenario.fields,
  finalStatus: AnyStatus.pipe(Annotations.describe("The collection's final status.")),
  visits: Schema.Array(AnyStatus).pipe(Annotations.describe("The collection's statuses, in order."))
}

export const scenarioDescription =
  "A collection scenario, selected by the credentials. Start a collection at `company` with one of `loginMethods`. Send " +
  "the parameter for that method's family and the parameters that apply to every method. Each time the collection asks for " +
  "input, post the next entry of `supplements`. If `presses` is present, press each button on the page that the status " +
  "shows. If `expire` is true, let the collection time out."

const supplements = Schema.optionalKey(Schema.Array(SupplementInfoRequest)).pipe(
  Annotations.describe("The input to post to supplement-info, in this order; absent if the scenario asks for none.")
)

const headBodies = {
  ConsentStatus: ConsentStatusObject,
  Scenario: Schema.Struct({ ...scenarioFields, supplements }).annotate({
    identifier: "Scenario",
    description: scenarioDescription,
    examples: [ScenarioExamples.scenario]
  }),
  ConsentScenario: ConsentScenario.annotate({ examples: [ScenarioExamples.consentScenario] })
}

const wordsOf = (id: keyof typeof texts.operations) => ({ id, ...texts.operations[id] })

const scenariosOf = <Scenario extends Schema.Top>(scenario: Scenario) =>
  Operation.make(
    {
      ...wordsOf("listScenarios"),
      description:
        `${texts.operations.listScenarios.description} In every version, the list has the parameters and statuses of ` +
        `version ${head}. In older versions, requests need other parameters, and some statuses have other names.`
    },
    { scope: "any", examples: { answer: { some: [ScenarioExamples.scenario] } } },
    () =>
      HttpApiEndpoint.get("scenarios", "/sandbox/scenarios", {
        success: Schema.Array(scenario)
      })
  )

const expire = <Status extends Schema.Top>(status: Status, example: object) =>
  Operation.make(
    wordsOf("expireCollection"),
    {
      scope: "collections:write",
      examples: { answer: { waiting: example } },
      problems: Problem.declareCodes("NOT_FOUND", "NOTHING_TO_EXPIRE", "IDEMPOTENCY_KEY_REUSED")
    },
    (error) =>
      HttpApiEndpoint.post("expire", "/sandbox/collections/:collectionId/expire", {
        params: { collectionId: CollectionId },
        success: HttpApiSchema.WithHeaders(status.pipe(HttpApiSchema.status(202)), Caching.noStoreHeaders),
        error
      })
        .middleware(PathIdValidation)
        .middleware(IdempotencyKeySupport)
  )

const consentScenariosOf = <Scenario extends Schema.Top>(scenario: Scenario) =>
  Operation.make(
    wordsOf("listConsentScenarios"),
    { scope: "any", examples: { answer: { some: [ScenarioExamples.consentScenario] } } },
    () =>
      HttpApiEndpoint.get("consentScenarios", "/sandbox/consent-scenarios", {
        success: Schema.Array(scenario)
      })
  )

const expireConsentOf = <Status extends Schema.Top>(shown: Status) =>
  Operation.make(
    wordsOf("expireConsent"),
    {
      scope: "consents",
      examples: { answer: { waiting: Examples.consentStatuses.awaiting } },
      problems: Problem.declareCodes("NOT_FOUND", "NOTHING_TO_EXPIRE", "IDEMPOTENCY_KEY_REUSED")
    },
    (error) =>
      HttpApiEndpoint.post("expireConsent", "/sandbox/consents/:consentId/expire", {
        params: { consentId: ConsentId },
        success: HttpApiSchema.WithHeaders(shown.pipe(HttpApiSchema.status(202)), Caching.noStoreHeaders),
        error
      })
        .middleware(PathIdValidation)
        .middleware(IdempotencyKeySupport)
  )

export const scenariosGroupOf = <
  Status extends Schema.Top,
  One extends Schema.Top,
  Other extends Schema.Top,
  Consent extends Schema.Top
>(
  status: Status,
  waiting: object,
  bodies: { readonly Scenario: One; readonly ConsentScenario: Other; readonly ConsentStatus: Consent }
) =>
  HttpApiGroup.make("sandbox")
    .add(
      scenariosOf(bodies.Scenario),
      consentScenariosOf(bodies.ConsentScenario),
      expire(status, waiting),
      expireConsentOf(bodies.ConsentStatus)
    )
    .middleware(RequestValidation)
    .middleware(ContentNegotiation)
    .middleware(RateLimiting)
    .middleware(ApiKeyAuthentication)
    .annotateMerge(OpenApi.annotations(texts.group))

export const ScenariosGroup = scenariosGroupOf(StatusObject, Examples.statuses.waiting, headBodies)
