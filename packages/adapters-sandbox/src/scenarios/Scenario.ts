/** An entry in the sandbox catalog, `GET /sandbox/scenarios` (spec 12). */
import { Schema } from "effect"
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Parameter } from "@sheaf/domain/Parameter"
import { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import * as Annotations from "@sheaf/domain/Annotations"

/** A button on the sandbox's page, which stands in for the authenticator app or the company's page. */
export const SandboxPageButton = Annotations.literals("A button on the sandbox's page.", {
  sign: "The person signs.",
  cancel: "The person cancels in the app.",
  expire: "The person lets the order expire."
}).annotate({ identifier: "Press" })
export type SandboxPageButton = typeof SandboxPageButton.Type

export const Scenario = Schema.Struct({
  scenario: Schema.String.pipe(Annotations.describe("The scenario's name.")),
  description: Schema.String.pipe(Annotations.describe("A one-sentence summary of the scenario.")),
  company: CompanyId.pipe(Annotations.describe("The company to collect from.")),
  finalStatus: CollectionStatus.pipe(Annotations.describe("The status in which the collection ends.")),
  visits: Schema.Array(CollectionStatus).pipe(
    Annotations.describe("The statuses that the collection goes through, in order.")
  ),
  loginMethods: Schema.Array(LoginMethod).pipe(Annotations.describe("The login methods that the scenario supports.")),
  parameters: Schema.Array(Parameter).pipe(
    Annotations.describe(
      "The parameters that select the scenario: one for each family of login methods, and any that apply to " +
        "every method."
    )
  ),
  supplements: Annotations.optional(
    Schema.Array(SupplementInfo),
    "The input to post to supplement-info, in this order; absent if the scenario asks for none."
  ),
  presses: Annotations.optional(
    Schema.Array(SandboxPageButton),
    "The buttons to press on the page at `ORDER_PAGE_URL` or `REDIRECT_URL`, in order. To press a button, post its " +
      "value to that address as the form field `press`, and open the address to which the response redirects. Absent if " +
      "the scenario needs no buttons."
  ),
  expire: Annotations.optional(Schema.Boolean, "True if the collection must time out; otherwise absent.")
}).annotate({
  identifier: "Scenario",
  description:
    "A scenario, selected by the credentials. Start a collection at `company` with one of `loginMethods`, the " +
    "parameter for the family of that method, and the parameters that every method needs. Post the " +
    "`supplements` in order, one for each of the collection's questions."
})
export type Scenario = typeof Scenario.Type
