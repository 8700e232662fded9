/** What the sandbox can be made to do (decisions 16). Not there in production mode. */
import { CollectionId, StatusObject } from "@sheaf/domain/Collection"
import { Scenario } from "@sheaf/domain/Scenario"
import { StatusObject20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { personal } from "./Caching.ts"
import { Authenticated, Identified, Negotiated, Validated } from "./Conditions.ts"
import * as Examples from "./Examples.ts"
import * as Operation from "./Operation.ts"
import * as Problem from "./Problem.ts"
import { AnyStatus } from "./StatusEntry.ts"

const guarded = [...Operation.guarded, "NOT_ACCEPTABLE"] as const

/** The list is the same in every version: its statuses are those of the newest. */
const ListedScenario = Schema.Struct({
  ...Scenario.fields,
  finalStatus: AnyStatus,
  visits: Schema.Array(AnyStatus)
}).annotate({
  identifier: "Scenario",
  description:
    "A course of events that the credentials choose. Start a collection at `company` with one of `loginMethods`, with " +
    "the parameters of that method's family and those of no family; post the `supplements` in order, one each time the " +
    "collection newly asks; where `expire` is true, let the time run out."
})

const scenarios = HttpApiEndpoint.get("scenarios", "/sandbox/scenarios", {
  success: Schema.Array(ListedScenario)
}).annotateMerge(
  Operation.describe({
    id: "listScenarios",
    summary: "What the sandbox can be made to do",
    description:
      "Each scenario comes with parameters and inputs that are ready to be sent: a program can drive every one of them " +
      "from this list alone. The list is the same in every version and speaks the terms of 2026-04-01: in an older version " +
      "its parameters have to be sent as that version has them, and a status may be called otherwise.",
    answers: { 200: "Every scenario." },
    problems: guarded
  })
)

/** The status object is that of the version. */
const expire = <Status extends Schema.Top>(status: Status, example: object) =>
  HttpApiEndpoint.post("expire", "/sandbox/collections/:collectionId/expire", {
    params: { collectionId: CollectionId },
    success: HttpApiSchema.WithHeaders(status.pipe(HttpApiSchema.status(202)), personal),
    error: [Problem.NotFound, Problem.Conflict]
  })
    .middleware(Identified)
    .annotateMerge(
      Operation.describe({
        id: "expireCollection",
        summary: "Let the time run out that a collection waits for",
        description:
          "Makes the pending timeout fall due now: that of a contact form, of an input, of a two-factor code or choice, or " +
          "of an authentication. The status in which it ends shows in a later poll.",
        answers: { 202: "The time is up. The status as it stands right after." },
        examples: { answer: { waiting: example } },
        problems: [...guarded, "NOT_FOUND", "NOTHING_TO_EXPIRE"]
      })
    )

const annotations = OpenApi.annotations({
  title: "Sandbox",
  description: "Simulated companies, to develop against."
})

export const SandboxGroup = HttpApiGroup.make("sandbox")
  .add(scenarios, expire(StatusObject, Examples.statuses.waiting))
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(Authenticated)
  .annotateMerge(annotations)

export const SandboxGroup20250101 = HttpApiGroup.make("sandbox")
  .add(scenarios, expire(StatusObject20250101, Examples.in20250101.statuses.waiting))
  .middleware(Validated)
  .middleware(Negotiated)
  .middleware(Authenticated)
  .annotateMerge(annotations)
