/** What the sandbox can be made to do (decisions 16). Not there in production mode. */
import { head } from "@sheaf/domain/ApiVersion"
import { CollectionId, StatusObject } from "@sheaf/domain/Collection"
import { AnyStatus } from "@sheaf/domain/CollectionStatus"
import { ConsentId } from "@sheaf/domain/Consent"
import { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { Scenario } from "@sheaf/domain/Scenario"
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal } from "../openapi/Caching.ts"
import { Authenticated, Identified, Negotiated, Validated } from "../openapi/Conditions.ts"
import * as ConsentExamples from "../consents/ConsentExamples.ts"
import * as Examples from "../openapi/Examples.ts"
import * as Operation from "../openapi/Operation.ts"
import * as Problem from "../problems/Problem.ts"

/** The list is the same in every version: its statuses are those of the newest. */
const ListedScenario = Schema.Struct({
  ...Scenario.fields,
  finalStatus: AnyStatus.pipe(Words.means("The status in which the collection ends.")),
  visits: Schema.Array(AnyStatus).pipe(Words.means("The statuses that it passes, in their order."))
}).annotate({
  identifier: "Scenario",
  description:
    "A course of events that the credentials choose. Start a collection at `company` with one of `loginMethods`, with " +
    "the parameters of that method's family and those of no family; post the `supplements` in order, one each time the " +
    "collection newly asks; where `expire` is true, let the time run out.",
  examples: [Examples.scenario]
})

const scenarios = Operation.make(
  {
    id: "listScenarios",
    summary: "What the sandbox can be made to do",
    description:
      "Each scenario comes with parameters and inputs that are ready to be sent: a program can drive every one of them " +
      "from this list alone. The list is the same in every version and speaks the terms of " +
      `${head}: in an older version ` +
      "its parameters have to be sent as that version has them, and a status may be called otherwise.",
    answers: { 200: "Every scenario." },
    examples: { answer: { some: [Examples.scenario] } }
  },
  () =>
    HttpApiEndpoint.get("scenarios", "/sandbox/scenarios", {
      success: Schema.Array(ListedScenario)
    })
)

/** The status object is that of the version. */
const expire = <Status extends Schema.Top>(status: Status, example: object) =>
  Operation.make(
    {
      id: "expireCollection",
      summary: "Let the time run out that a collection waits for",
      description:
        "Makes the pending timeout fall due now: that of a contact form, of an input, of a two-factor code or choice, or " +
        "of an authentication. The status in which it ends shows in a later poll.",
      answers: { 202: "The time is up. The status as it stands right after." },
      examples: { answer: { waiting: example } },
      problems: Problem.of("NOT_FOUND", "NOTHING_TO_EXPIRE")
    },
    (error) =>
      HttpApiEndpoint.post("expire", "/sandbox/collections/:collectionId/expire", {
        params: { collectionId: CollectionId },
        success: HttpApiSchema.WithHeaders(status.pipe(HttpApiSchema.status(202)), personal),
        error
      }).middleware(Identified)
  )

const consentScenarios = Operation.make(
  {
    id: "listConsentScenarios",
    summary: "What can be made to become of a consent",
    description:
      "Each scenario comes with parameters that are ready to be sent, and with what to do when: a program can drive every " +
      "one of them from this list alone. The list is the same in every version.",
    answers: { 200: "Every scenario." },
    examples: { answer: { some: [ConsentExamples.scenario] } }
  },
  () =>
    HttpApiEndpoint.get("consentScenarios", "/sandbox/consent-scenarios", {
      success: Schema.Array(ConsentScenario.annotate({ examples: [ConsentExamples.scenario] }))
    })
)

const expireConsent = Operation.make(
  {
    id: "expireConsent",
    summary: "Let the time run out that a consent waits for, or holds",
    description:
      "A consent that waits to be authorised fails, and one that is authorised expires, as if the time had come. The " +
      "status in which it ends shows in a later poll.",
    answers: { 202: "The time is up. The status as it stands right after." },
    examples: { answer: { waiting: ConsentExamples.statuses.awaiting } },
    problems: Problem.of("NOT_FOUND", "NOTHING_TO_EXPIRE")
  },
  (error) =>
    HttpApiEndpoint.post("expireConsent", "/sandbox/consents/:consentId/expire", {
      params: { consentId: ConsentId },
      success: HttpApiSchema.WithHeaders(ConsentStatusObject.pipe(HttpApiSchema.status(202)), personal),
      error
    }).middleware(Identified)
)

const annotations = OpenApi.annotations({
  title: "Sandbox",
  description: "Simulated companies, to develop against."
})

/** The group of a version, with its status object and an example of one that waits. */
export const sandboxGroupOf = <Status extends Schema.Top>(status: Status, waiting: object) =>
  HttpApiGroup.make("sandbox")
    .add(scenarios, consentScenarios, expire(status, waiting), expireConsent)
    .middleware(Validated)
    .middleware(Negotiated)
    .middleware(Authenticated)
    .annotateMerge(annotations)

export const SandboxGroup = sandboxGroupOf(StatusObject, Examples.statuses.waiting)
