/** Examples of request and response bodies in the documents, in the terms of the newest version (examples.json). */
import { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { errorOf } from "@sheaf/domain/ConsentStatusObject"
import { Scenario } from "@sheaf/domain/Scenario"
import { Schema } from "effect"
import examples from "./examples.json" with { type: "json" }

export const {
  availability,
  confirmations,
  consentRequests,
  renewals,
  consents,
  events,
  inputs,
  insurances,
  publicKey,
  repeatableInput,
  session,
  starts
} = examples
export const { statuses, summaries, supportedProducts, user, wealth } = examples

/** A collection scenario. The sandbox has many more scenarios. */
export const scenario = Schema.decodeUnknownSync(Scenario)(examples.scenario)

/** A consent scenario. The sandbox has more. */
export const consentScenario = Schema.decodeUnknownSync(ConsentScenario)(examples.consentScenario)

const { authorized, awaiting, failed, revoked } = examples.consentStatuses

/** Status objects of a consent. */
export const consentStatuses = {
  awaiting,
  authorized,
  revoked,
  failed: { ...failed, error: errorOf("AUTHENTICATION_TIMEOUT") }
}
