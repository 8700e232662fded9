/** The sandbox's scenarios and controls (decisions 16), which production mode does not have. */
import { head } from "@sheaf/domain/ApiVersion"
import { CollectionId, StatusObject } from "@sheaf/domain/Collection"
import { AnyStatus } from "@sheaf/domain/CollectionStatus"
import { ConsentId } from "@sheaf/domain/Consent"
import { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { Scenario } from "@sheaf/domain/Scenario"
import * as Texts from "@sheaf/domain/Texts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { personal } from "../openapi/Caching.ts"
import { Authenticated, Identified, Negotiated, Validated } from "../openapi/Conditions.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

/** A scenario with the statuses of the newest version. The list is the same in every version. */
const ListedScenario = Schema.Struct({
  ...Scenario.fields,
  finalStatus: AnyStatus.pipe(Texts.means("The collection's final status.")),
  visits: Schema.Array(AnyStatus).pipe(Texts.means("The collection's statuses, in order."))
}).annotate({
  identifier: "Scenario",
  description:
    "A collection scenario, selected by the credentials. Start a collection at `company` with one of `loginMethods`. Send " +
    "the parameter for that method's family and the parameters that apply to every method. Each time the collection asks for " +
    "input, post the next entry of `supplements`. If `expire` is true, let the collection time out.",
  examples: [Examples.scenario]
})

const scenarios = Operation.make(
  {
    id: "listScenarios",
    summary: "List sandbox scenarios",
    description:
      "Lists the collection scenarios, with parameters and input that are ready to send. A program can run every " +
      `scenario from this list alone. The list is the same in every version, with the parameters and statuses of ` +
      `${head}. Older versions need other parameters, and show some statuses under other names.`,
    answers: { 200: "All scenarios." }
  },
  { examples: { answer: { some: [Examples.scenario] } } },
  () =>
    HttpApiEndpoint.get("scenarios", "/sandbox/scenarios", {
      success: Schema.Array(ListedScenario)
    })
)

/** Declares `expireCollection` with a version's status object. */
const expire = <Status extends Schema.Top>(status: Status, example: object) =>
  Operation.make(
    "expireCollection",
    { examples: { answer: { waiting: example } }, problems: Problem.of("NOT_FOUND", "NOTHING_TO_EXPIRE") },
    (error) =>
      HttpApiEndpoint.post("expire", "/sandbox/collections/:collectionId/expire", {
        params: { collectionId: CollectionId },
        success: HttpApiSchema.WithHeaders(status.pipe(HttpApiSchema.status(202)), personal),
        error
      }).middleware(Identified)
  )

const consentScenarios = Operation.make(
  "listConsentScenarios",
  { examples: { answer: { some: [Examples.consentScenario] } } },
  () =>
    HttpApiEndpoint.get("consentScenarios", "/sandbox/consent-scenarios", {
      success: Schema.Array(ConsentScenario.annotate({ examples: [Examples.consentScenario] }))
    })
)

const expireConsent = Operation.make(
  "expireConsent",
  {
    examples: { answer: { waiting: Examples.consentStatuses.awaiting } },
    problems: Problem.of("NOT_FOUND", "NOTHING_TO_EXPIRE")
  },
  (error) =>
    HttpApiEndpoint.post("expireConsent", "/sandbox/consents/:consentId/expire", {
      params: { consentId: ConsentId },
      success: HttpApiSchema.WithHeaders(ConsentStatusObject.pipe(HttpApiSchema.status(202)), personal),
      error
    }).middleware(Identified)
)

/** Returns a version's group, with its status object and an example of a waiting collection. */
export const sandboxGroupOf = <Status extends Schema.Top>(status: Status, waiting: object) =>
  HttpApiGroup.make("sandbox")
    .add(scenarios, consentScenarios, expire(status, waiting), expireConsent)
    .middleware(Validated)
    .middleware(Negotiated)
    .middleware(Authenticated)
    .annotateMerge(Operation.group("sandbox"))

export const SandboxGroup = sandboxGroupOf(StatusObject, Examples.statuses.waiting)
