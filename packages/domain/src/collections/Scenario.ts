/** What the sandbox can be made to do: one entry of `GET /sandbox/scenarios` (decisions 16). */
import { Schema } from "effect"
import { CollectionStatus } from "./CollectionStatus.ts"
import { CompanyId } from "../companies/Company.ts"
import { LoginMethod } from "../companies/LoginMethod.ts"
import { Parameter } from "./Parameter.ts"
import { SupplementInfo } from "./SupplementInfo.ts"
import * as Words from "../Words.ts"

export const Scenario = Schema.Struct({
  scenario: Schema.String.pipe(Words.means("The name of the scenario.")),
  description: Schema.String.pipe(Words.means("A one-sentence summary of the scenario.")),
  company: CompanyId.pipe(Words.means("The company to collect from.")),
  finalStatus: CollectionStatus.pipe(Words.means("The final status of the collection.")),
  visits: Schema.Array(CollectionStatus).pipe(Words.means("The statuses of the collection, in order.")),
  loginMethods: Schema.Array(LoginMethod).pipe(Words.means("The login methods that the scenario supports.")),
  parameters: Schema.Array(Parameter).pipe(
    Words.means(
      "The parameters that select the scenario: one for each family of login methods, and those that suit every " +
        "method."
    )
  ),
  supplements: Schema.optionalKey(Schema.Array(SupplementInfo)).pipe(
    Words.means("The input to post to supplement-info, in this order; absent if the scenario asks for none.")
  ),
  expire: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means("True if the collection must time out; otherwise absent.")
  )
}).annotate({
  identifier: "Scenario",
  description:
    "A course of events, selected by credentials. Start a collection at `company` with one of `loginMethods`, " +
    "with the parameter of that method's family and those of no family. Each time the collection asks for " +
    "input, post the next entry of `supplements`."
})
export type Scenario = typeof Scenario.Type
