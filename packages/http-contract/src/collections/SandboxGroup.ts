/** The sandbox's scenarios and controls, which production mode does not have (spec 12). */
import { head } from "@sheaf/domain/ApiVersion"
import { CollectionId, StatusObject } from "@sheaf/domain/Collection"
import { AnyStatus } from "@sheaf/domain/CollectionStatus"
import { ConsentId } from "@sheaf/domain/Consent"
import { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { Scenario } from "@sheaf/domain/Scenario"
import { SupplementInfoRequest } from "@sheaf/domain/SupplementInfo"
import * as Annotations from "@sheaf/domain/Annotations"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { noStoreHeaders } from "../openapi/Caching.ts"
import {
  ApiKeyAuthentication,
  PathIdValidation,
  ContentNegotiation,
  RateLimiting,
  IdempotencyKeySupport,
  RequestValidation
} from "../access/Middlewares.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

/** The members of a scenario that all versions list, with the statuses of the newest version. */
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

const headSandbox = {
  ConsentStatus: ConsentStatusObject,
  Scenario: Schema.Struct({ ...scenarioFields, supplements }).annotate({
    identifier: "Scenario",
    description: scenarioDescription,
    examples: [Examples.scenario]
  }),
  ConsentScenario: ConsentScenario.annotate({ examples: [Examples.consentScenario] })
}

const scenariosOf = <Scenario extends Schema.Top>(scenario: Scenario) =>
  Operation.make(
    {
      id: "listScenarios",
      summary: "List sandbox scenarios",
      description:
        "Lists the collection scenarios, with parameters and input that are ready to send. A program can run every " +
        `scenario from this list alone. In every version, the list has the parameters and statuses of version ${head}. ` +
        "In older versions, requests need other parameters, and some statuses have other names.",
      answers: { 200: "All scenarios." }
    },
    { scope: "any", examples: { answer: { some: [Examples.scenario] } } },
    () =>
      HttpApiEndpoint.get("scenarios", "/sandbox/scenarios", {
        success: Schema.Array(scenario)
      })
  )

/** Declares `expireCollection` with a version's status object. */
const expire = <Status extends Schema.Top>(status: Status, example: object) =>
  Operation.make(
    "expireCollection",
    {
      scope: "collections:write",
      examples: { answer: { waiting: example } },
      problems: Problem.declareCodes("NOT_FOUND", "NOTHING_TO_EXPIRE", "IDEMPOTENCY_KEY_REUSED")
    },
    (error) =>
      HttpApiEndpoint.post("expire", "/sandbox/collections/:collectionId/expire", {
        params: { collectionId: CollectionId },
        success: HttpApiSchema.WithHeaders(status.pipe(HttpApiSchema.status(202)), noStoreHeaders),
        error
      })
        .middleware(PathIdValidation)
        .middleware(IdempotencyKeySupport)
  )

const consentScenariosOf = <Scenario extends Schema.Top>(scenario: Scenario) =>
  Operation.make(
    "listConsentScenarios",
    { scope: "any", examples: { answer: { some: [Examples.consentScenario] } } },
    () =>
      HttpApiEndpoint.get("consentScenarios", "/sandbox/consent-scenarios", {
        success: Schema.Array(scenario)
      })
  )

const expireConsentOf = <Status extends Schema.Top>(shown: Status) =>
  Operation.make(
    "expireConsent",
    {
      scope: "consents",
      examples: { answer: { waiting: Examples.consentStatuses.awaiting } },
      problems: Problem.declareCodes("NOT_FOUND", "NOTHING_TO_EXPIRE", "IDEMPOTENCY_KEY_REUSED")
    },
    (error) =>
      HttpApiEndpoint.post("expireConsent", "/sandbox/consents/:consentId/expire", {
        params: { consentId: ConsentId },
        success: HttpApiSchema.WithHeaders(shown.pipe(HttpApiSchema.status(202)), noStoreHeaders),
        error
      })
        .middleware(PathIdValidation)
        .middleware(IdempotencyKeySupport)
  )

/**
 * Returns a version's group, given the version's status object, an example of a waiting collection, and the other
 * bodies.
 */
export const sandboxGroupOf = <
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
    .annotateMerge(Operation.groupAnnotations("sandbox"))

export const SandboxGroup = sandboxGroupOf(StatusObject, Examples.statuses.waiting, headSandbox)
