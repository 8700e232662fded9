/** An entry of the sandbox catalog, `GET /sandbox/scenarios` (decisions 16). */
import { Schema } from "effect"
import { CollectionStatus } from "./CollectionStatus.ts"
import { CompanyId } from "../companies/Company.ts"
import { LoginMethod } from "../companies/LoginMethod.ts"
import { Parameter } from "./Parameter.ts"
import { SupplementInfo } from "./SupplementInfo.ts"
import * as Described from "../Described.ts"

export const Scenario = Schema.Struct({
  scenario: Schema.String.pipe(Described.means("The scenario's name.")),
  description: Schema.String.pipe(Described.means("A one-sentence summary of the scenario.")),
  company: CompanyId.pipe(Described.means("The company to collect from.")),
  finalStatus: CollectionStatus.pipe(Described.means("The status in which the collection ends.")),
  visits: Schema.Array(CollectionStatus).pipe(Described.means("The statuses that the collection goes through, in order.")),
  loginMethods: Schema.Array(LoginMethod).pipe(Described.means("The login methods that the scenario supports.")),
  parameters: Schema.Array(Parameter).pipe(
    Described.means(
      "The parameters that select the scenario: one for each family of login methods, and any that apply to " +
        "every method."
    )
  ),
  supplements: Described.optional(
    Schema.Array(SupplementInfo),
    "The input to post to supplement-info, in this order; absent if the scenario asks for none."
  ),
  expire: Described.optional(Schema.Boolean, "True if the collection must time out; otherwise absent.")
}).annotate({
  identifier: "Scenario",
  description:
    "A scenario, selected by the credentials. Start a collection at `company` with one of `loginMethods`, the " +
    "parameter for the family of that method, and the parameters that every method needs. Post the " +
    "`supplements` in order, one for each of the collection's questions."
})
export type Scenario = typeof Scenario.Type
