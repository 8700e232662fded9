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
  description: Schema.String.pipe(Words.means("What happens in it, in a sentence.")),
  company: CompanyId.pipe(Words.means("The company to start the collection at.")),
  finalStatus: CollectionStatus.pipe(Words.means("The status in which the collection ends.")),
  visits: Schema.Array(CollectionStatus).pipe(Words.means("The statuses that it passes, in their order.")),
  loginMethods: Schema.Array(LoginMethod).pipe(Words.means("The login methods with which it happens.")),
  parameters: Schema.Array(Parameter).pipe(
    Words.means("The parameters that choose it: for each family of login methods one, beside those of every method.")
  ),
  supplements: Schema.optionalKey(Schema.Array(SupplementInfo)).pipe(
    Words.means("What to post to supplement-info, in this order; absent when nothing is asked for.")
  ),
  expire: Schema.optionalKey(Schema.Boolean).pipe(
    Words.means("True when the time that the collection waits has to run out; absent otherwise.")
  )
}).annotate({
  identifier: "Scenario",
  description:
    "A course of events that the credentials choose. Start a collection at `company` with one of `loginMethods`, with " +
    "the parameters of that method's family and those of no family; post the `supplements` in order, one each time the " +
    "collection newly asks."
})
export type Scenario = typeof Scenario.Type
