/** An entry in the sandbox's consent catalog, `GET /sandbox/consent-scenarios` (spec 3.4, 12). */
import { Schema } from "effect"
import { CompanyId } from "@sheaf/domain/Company"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { ConsentError } from "@sheaf/domain/ConsentStatusObject"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Parameter } from "@sheaf/domain/Parameter"
import { ConsentAnswer } from "@sheaf/domain/SupplementInfo"
import { Scenario } from "./Scenario.ts"
import * as Annotations from "@sheaf/domain/Annotations"

export const ConsentScenario = Schema.Struct({
  scenario: Schema.String.pipe(Annotations.describe("The scenario's name.")),
  description: Schema.String.pipe(Annotations.describe("A one-sentence summary of the scenario.")),
  company: CompanyId.pipe(Annotations.describe("The bank to create the consent at.")),
  finalStatus: ConsentStatus.pipe(Annotations.describe("The consent's last status in the scenario.")),
  visits: Schema.Array(ConsentStatus).pipe(Annotations.describe("The consent's statuses, in order.")),
  loginMethods: Schema.Array(LoginMethod).pipe(
    Annotations.describe(
      "The login methods that the scenario supports; empty if the person authorizes on the bank's page."
    )
  ),
  parameters: Schema.Array(Parameter).pipe(
    Annotations.describe("The parameters that select the scenario, ready to be sent.")
  ),
  redirect: Annotations.optional(
    Schema.String,
    "The value to post to `redirectUrl` as the form field `decision`; absent with an electronic ID."
  ),
  presses: Scenario.fields.presses,
  answers: Annotations.optional(
    Schema.Array(ConsentAnswer),
    "The answers to the bank's questions, in order; absent if it asks none."
  ),
  returnUrl: Annotations.optional(
    Schema.String,
    "The `returnUrl` to send with the request; present if the consent needs a confirmation."
  ),
  confirm: Annotations.optional(
    Annotations.literals("The code to confirm the consent with.", {
      code: "The code from the redirect to `returnUrl`.",
      "another-code": "Any other code."
    }).annotate({ identifier: "ConfirmationChoice" }),
    "The code to send as the confirmation after the redirect to `returnUrl`."
  ),
  collect: Annotations.optional(
    Schema.Literal(true),
    "`true` if the client must collect the accounts once under the authorized consent; otherwise absent."
  ),
  revoke: Annotations.optional(
    Schema.Literal(true),
    "`true` if the client must revoke the consent as the last step; otherwise absent."
  ),
  expire: Annotations.optional(
    Schema.Literal(true),
    "`true` if the scenario ends when the consent expires or times out; otherwise absent."
  ),
  errorCode: Annotations.optional(
    ConsentError.fields.code,
    "The code in the consent's `error`; present if the consent ends in FAILED."
  )
}).annotate({
  identifier: "ConsentScenario",
  description:
    "A scenario for a consent, selected by the consent's parameters. Create the consent at `company` with one of " +
    "`loginMethods`, if any, and without the parameters of other login methods. Post `redirect` to the consent's `redirectUrl`, " +
    "the next of `answers` to supplement-info whenever `authInstructions` ask, and the code to confirmation as `confirm` " +
    "says. Then collect, revoke or wait, as the entry requires."
})
export type ConsentScenario = typeof ConsentScenario.Type
