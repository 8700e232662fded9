/** The chapter of the guide to the sandbox about banks and consents (decisions 9, 16). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { companies } from "../companies/Companies.ts"
import { consentCatalogue, consentTable } from "../scenarios/ConsentTable.ts"
import type { BankBehaviour, ConsentRow } from "../scenarios/ConsentTable.ts"
import { markdownTable, withConsent } from "./ScenarioTables.ts"

const bankTable = (): string =>
  markdownTable(
    ["company", "accounts", "what it tells", "a consent lasts at most"],
    companies.flatMap(({ bank, id }) => {
      if (bank === undefined) return []
      const { accounts, maximumConsentValidityDays = ConsentScope.defaultMaximumDays, reads } = bank
      const tells = reads.transactions ? "balances, transactions" : "balances"
      return [
        [
          `\`${id}\``,
          accounts.map(({ accountName }) => accountName).join(", "),
          tells,
          `${maximumConsentValidityDays} days`
        ]
      ]
    })
  )

/** What a program does beside creating the consent and authorising it. */
const todoOf = ({ collect, expire, revoke }: ConsentRow): string =>
  [...(collect ? ["collect"] : []), ...(revoke ? ["revoke"] : []), ...(expire ? ["`expire`"] : [])].join(", ")

/** The first status of every history is INITIATED, which is left out. */
const historyOf = ({ errorCode, visits }: ConsentRow): string =>
  [visits.slice(1).join(", "), ...(errorCode === undefined ? [] : [`\`${errorCode}\``])].join(" ")

const head = ["scenario", "what happens", "statuses after INITIATED", "then"]

const byPersonalNumber = (): string =>
  markdownTable(
    ["personal number", ...head],
    consentTable.flatMap((row) =>
      row.personalNumber === undefined
        ? []
        : [[`\`${row.personalNumber}\``, `\`${row.scenario}\``, row.description, historyOf(row), todoOf(row)]]
    )
  )

const byPage = (): string =>
  markdownTable(
    ["`decision`", "company", ...head],
    consentTable.flatMap((row) =>
      row.decision === undefined
        ? []
        : [
            [
              `\`${row.decision}\``,
              `\`${row.company}\``,
              `\`${row.scenario}\``,
              row.description,
              historyOf(row),
              todoOf(row)
            ]
          ]
    )
  )

/** The personal number of the person of whose consents the bank makes this. */
const personalNumberFor = (behaviour: BankBehaviour): string =>
  consentTable.find((row) => row.behaviour === behaviour)?.personalNumber ?? ""

/** The request of a scenario, without delays. */
const requestOf = ({ company, loginMethods, parameters }: ConsentScenario): string => {
  const request = { company, loginMethod: loginMethods.find((method) => method.endsWith("_MOCK")), parameters }
  return `\`\`\`json\n${JSON.stringify(request, null, 2)}\n\`\`\``
}

const example = (): string =>
  consentCatalogue
    .filter(({ scenario }) => scenario === "consent-shortened")
    .map(requestOf)
    .join("\n")

/** The chapter, as Markdown. */
export const bankChapter = (): string => `## Banks and consents

Companies with the product \`PSD2_AIS\` hold accounts, which are read under a consent.

${bankTable()}

A person has the same accounts each time, with 10 to 60 transactions each; who authorises on the page of a bank is always
the same customer. A consent is either stored, or given for one collection.

### Stored consents

\`POST /consents\` makes one. What becomes of it is chosen by the personal number, where the person authorises it by electronic
ID, and by a button, where the person does so on the page of the bank. \`GET /sandbox/consent-scenarios\` lists all of it
for programs:

- Create a consent at \`company\` with \`parameters\`, and with one of \`loginMethods\`, where there are any.
- Poll its status. Where the entry has \`redirect\`, post it as the form field \`decision\` to
  \`authInstructions.redirectUrl\` once that is shown.
- Where \`collect\` is true, start a collection with \`STORED_CONSENT\` once the consent is AUTHORIZED; where \`revoke\` is
  true, revoke it; where \`expire\` is true, let its time run out by
  \`POST /sandbox/consents/{consentId}/expire\`, or wait.
- It comes to \`finalStatus\`, in FAILED with the \`errorCode\`. \`visits\` is every status on the way.

${example()}

### By electronic ID

Any other personal number gets what it asks for. The order of the electronic ID goes as it does for collections: of those
scenarios the table has the ones that end differently.

${byPersonalNumber()}

### On the page of the bank

Without \`SWEDISH_EID\` the status shows a \`redirectUrl\`, at the login host, that a person opens in a browser. The page says
what is asked for, and has a button for each \`decision\`. The browser warns that it does not know who vouches for the page:
[the certificate of the login host](#the-login-host) signed itself. Go on from there, or add \`login-host/login-host.pem\`
of the data folder to the authorities that the browser trusts. A program trusts that file, and presses the button like this:

\`\`\`sh
curl --cacert .sheaf/login-host/login-host.pem --data decision=approve "$REDIRECT_URL"
\`\`\`

The answer (303) sends the person back to the service with a query such as \`?result=approved\`, which the service does not
believe: it asks the bank. \`approve-fewer\` takes the accounts as \`account\`, once for each. The address of the page works
until the consent is decided; then it says so (410).

${byPage()}

### For one collection

A collection with \`PSD2_AIS_CONSENT\` beside the login goes as every collection does, at a bank too: the same credentials
choose the same scenarios, and outcomes come with accounts, within what the consent covers. The bank refuses the consent of
\`${personalNumberFor("REJECTS")}\`, and one for accounts that the person does not have: AUTHENTICATION_ERROR with the
reason \`CONSENT_REFUSED\`. Of \`${personalNumberFor("GRANTS_FEWER")}\` it lets the first account be read. These entries of
\`GET /sandbox/scenarios\` have a consent among their parameters:

${withConsent()}

### What the banks keep

Banks keep their consents in files, so that they are known after a restart of the service: the 10,000 that were changed
last, without personal numbers, in the folder \`consents\` beside the certificate of the login host.
`
