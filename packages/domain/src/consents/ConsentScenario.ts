/** What can be made to become of a consent: one entry of `GET /sandbox/consent-scenarios` (decisions 9, 16). */
import { Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import { ConsentStatus } from "./ConsentStatus.ts"
import { ConsentError } from "./ConsentStatusObject.ts"
import { LoginMethod } from "../companies/LoginMethod.ts"
import { Parameter } from "../collections/Parameter.ts"
import * as Words from "../Words.ts"

export const ConsentScenario = Schema.Struct({
  scenario: Schema.String.pipe(Words.means("The name of the scenario.")),
  description: Schema.String.pipe(Words.means("What happens in it, in a sentence.")),
  company: CompanyId.pipe(Words.means("The bank to create the consent at.")),
  finalStatus: ConsentStatus.pipe(Words.means("The status in which it leaves the consent.")),
  visits: Schema.Array(ConsentStatus).pipe(Words.means("The statuses that the consent passes, in their order.")),
  loginMethods: Schema.Array(LoginMethod).pipe(
    Words.means("The login methods with which it happens; empty where the person authorises on the page of the bank.")
  ),
  parameters: Schema.Array(Parameter).pipe(Words.means("The parameters that choose it, ready to be sent.")),
  redirect: Schema.optionalKey(Schema.String).pipe(
    Words.means("What to post to `redirectUrl` as the form field `decision`; only without an electronic ID.")
  ),
  collect: Schema.optionalKey(Schema.Literal(true)).pipe(
    Words.means("`true` when the accounts have to be collected once under the authorised consent; absent otherwise.")
  ),
  revoke: Schema.optionalKey(Schema.Literal(true)).pipe(
    Words.means("`true` when the client has to revoke the consent, as the last thing; absent otherwise.")
  ),
  expire: Schema.optionalKey(Schema.Literal(true)).pipe(
    Words.means("`true` when the time that the consent waits or holds has to run out; absent otherwise.")
  ),
  errorCode: Schema.optionalKey(ConsentError.fields.code).pipe(
    Words.means("The code of the consent's `error`; with FAILED.")
  )
}).annotate({
  identifier: "ConsentScenario",
  description:
    "What becomes of a consent that is created with these parameters. Create it at `company`, with one of `loginMethods` " +
    "where there are any; where there is `redirect`, post it once the consent shows its `redirectUrl`. Then, as far as " +
    "the entry says so: collect, revoke, or let the time run out."
})
export type ConsentScenario = typeof ConsentScenario.Type
