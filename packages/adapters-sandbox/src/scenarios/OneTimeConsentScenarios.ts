/**
 * Scenarios of collections with a consent beside the login, at the banks (decisions 2, 16): the accounts are read with each
 * way to log in, in each market; within less than all; and the bank refuses.
 */
import type { Parameter } from "@sheaf/domain/Parameter"
import { fjallbanken } from "../companies/Banks.ts"
import { bankAccountsOf } from "../records/BankAccounts.ts"
import { askedConsent } from "./AskedConsent.ts"
import { personalNumberFor } from "./BankBehaviour.ts"
import { end, identify, show } from "./Beat.ts"
import { logsInFromDevice } from "./ClientSideScenarios.ts"
import { identityOf, passwordParameters } from "./Credentials.ts"
import { completesByElectronicId, signsWithoutBeingAsked } from "./ElectronicIdScenarios.ts"
import type { Scenario } from "./Scenario.ts"
import { completesBySecurityToken } from "./SecurityTokenScenarios.ts"
import { byUserName, completes } from "./UserName.ts"

const all = [askedConsent()]
const atBank = { company: fjallbanken.id, parameters: all }

const refused = end("AUTHENTICATION_ERROR", { reason: "CONSENT_REFUSED" })

/** The first account of whoever logs in with this user name, or with the address of that name. */
const firstAccounts = (userName: string): ReadonlyArray<string> =>
  passwordParameters(userName).flatMap((login) =>
    bankAccountsOf(fjallbanken, identityOf(login))
      .slice(0, 1)
      .map(({ accountId }) => accountId)
  )

const narrow: ReadonlyArray<Parameter> = [
  askedConsent({ accountIds: firstAccounts("accounts-narrow"), transactions: false })
]

const byPassword: ReadonlyArray<Scenario> = [
  byUserName("accounts", "Ends with all accounts, with balances and transactions.", completes, atBank),
  ...["ee-tuulepank", "lt-zuvedra", "lv-ozolbanka", "fr-falaise"].map((company) =>
    byUserName(`accounts-${company.slice(0, 2)}`, "Ends with the accounts at a bank of another market.", completes, {
      company,
      parameters: all
    })
  ),
  byUserName("accounts-narrow", "The consent is for one account, without transactions: ends with that.", completes, {
    ...atBank,
    parameters: narrow
  }),
  byUserName(
    "consent-refused",
    "The person logs in, and the bank refuses the consent.",
    [show("LOGIN"), show("COLLECTING"), refused],
    atBank
  )
]

const byPersonalNumber: ReadonlyArray<Scenario> = [
  {
    scenario: "electronic-id-accounts",
    description: "The person signs; ends with all accounts.",
    route: "ELECTRONIC_ID",
    key: "199002072388",
    script: signsWithoutBeingAsked,
    course: completesByElectronicId,
    ...atBank
  },
  {
    scenario: "electronic-id-fewer-accounts",
    description: "The person signs; the bank lets the first account be read.",
    route: "ELECTRONIC_ID",
    key: personalNumberFor("GRANTS_FEWER"),
    script: signsWithoutBeingAsked,
    course: completesByElectronicId,
    ...atBank
  },
  {
    scenario: "electronic-id-consent-refused",
    description: "The person signs, and the bank refuses the consent.",
    route: "ELECTRONIC_ID",
    key: personalNumberFor("REJECTS"),
    script: signsWithoutBeingAsked,
    course: [show("LOGIN"), identify, show("COLLECTING"), refused],
    ...atBank
  },
  {
    scenario: "client-side-accounts",
    description: "The client executes the requests, and the person signs; ends with all accounts.",
    route: "CLIENT_SIDE",
    key: "199002072388",
    script: { signatures: ["PENDING", "COMPLETE"], signer: "EXPECTED" },
    course: logsInFromDevice,
    ...atBank
  },
  {
    scenario: "security-token-accounts",
    description: "Asks for the number that the token answers; ends with all accounts.",
    route: "SECURITY_TOKEN",
    key: "199002072388",
    supplements: [{ type: "TWO_FACTOR_CODE", value: "12345678" }],
    course: completesBySecurityToken,
    ...atBank
  }
]

export const oneTimeConsentScenarios: ReadonlyArray<Scenario> = [...byPassword, ...byPersonalNumber]
