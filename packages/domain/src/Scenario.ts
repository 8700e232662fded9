/** What the sandbox can be made to do: one entry of `GET /sandbox/scenarios` (decisions 16). */
import { Schema } from "effect"
import { CollectionStatus } from "./CollectionStatus.ts"
import { CompanyId } from "./Company.ts"
import { LoginMethod } from "./LoginMethod.ts"
import { Parameter } from "./Parameter.ts"
import { SupplementInfo } from "./SupplementInfo.ts"

export const Scenario = Schema.Struct({
  scenario: Schema.String,
  description: Schema.String,
  company: CompanyId,
  finalStatus: CollectionStatus,
  visits: Schema.Array(CollectionStatus),
  loginMethods: Schema.Array(LoginMethod),
  parameters: Schema.Array(Parameter),
  supplements: Schema.optionalKey(Schema.Array(SupplementInfo)),
  expire: Schema.optionalKey(Schema.Boolean)
}).annotate({
  identifier: "Scenario",
  description:
    "A course of events that the credentials choose. Start a collection at `company` with one of `loginMethods`, with " +
    "the parameters of that method's family and those of no family; post the `supplements` in order, one each time the " +
    "collection newly asks."
})
export type Scenario = typeof Scenario.Type
