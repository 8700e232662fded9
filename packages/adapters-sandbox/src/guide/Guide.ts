/** The guide to the sandbox, `docs/sandbox.md`: made from the table of scenarios and the companies (decisions 16). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import { cookieName, appHeader } from "../clientSide/Site.ts"
import { availabilityOf, companies, supportedOf } from "../companies/Companies.ts"
import type { Company } from "../companies/Company.ts"
import { anothersNumber } from "../people/Person.ts"
import { wrongCode } from "../scenarios/Questions.ts"
import { passwordParameters } from "../scenarios/Credentials.ts"
import { bankChapter } from "./BankChapter.ts"
import * as ScenarioTables from "./ScenarioTables.ts"

const { markdownTable } = ScenarioTables

/** The methods without their suffixes, which every company has that has the method. */
const familiesOf = ({ id, loginMethods }: Company, uploads: ReadonlyArray<Scenario>): string => {
  const families = new Set(loginMethods.map((method) => LoginMethod.describe(method).family))
  const swedish = [...families].filter((family) => family.startsWith("SWEDISH"))
  const others = [...families].filter((family) => !family.startsWith("SWEDISH")).map((family) => `\`${family}\``)
  const takesFiles = uploads.some(({ company }) => company === id)
  return [
    ...others,
    ...(swedish.length > 0 ? ["every Swedish method"] : []),
    ...(takesFiles ? ["`PDF_UPLOAD`"] : [])
  ].join(", ")
}

const companyTable = (uploads: ReadonlyArray<Scenario>): string =>
  markdownTable(
    ["company", "name", "state", "login methods", "insurances", "wealth", "accounts"],
    companies.map((company) => {
      const { companyDisplayName, status } = availabilityOf(company)
      const { insurance, psd2Ais, wealth } = supportedOf(company)
      const kinds = insurance.map(
        ({ insuranceSubTypes, insuranceType }) => `${insuranceType} (${insuranceSubTypes.join(", ")})`
      )
      return [
        `\`${company.id}\``,
        companyDisplayName,
        status,
        familiesOf(company, uploads),
        kinds.join("; "),
        wealth.join(", "),
        psd2Ais === undefined ? "" : "under a consent"
      ]
    })
  )

const [userName] = passwordParameters("two-factor")

const start = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [userName]
}

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

/** The whole page, as Markdown. `uploads` are the scenarios of whoever reads uploaded files beside the sandbox. */
export const guide = (uploads: ReadonlyArray<Scenario>): string => `# The sandbox

The sandbox is the service with simulated companies behind it. They collect, ask and fail as real ones do, and the
credentials decide what happens: everything that an integration has to cope with can be made to happen at will. People,
companies and figures are invented. This page is made from the code by \`npm run generate\`; the same list, ready to be
driven by a program, is at \`GET /sandbox/scenarios\`, and for consents at \`GET /sandbox/consent-scenarios\`.

## Companies

${companyTable(uploads)}

\`GET /companies/availability\` and \`GET /companies/supported-products\` say the same. A Swedish company has every
electronic-ID method in its plain form, with \`_TEST\` and with \`_MOCK\`.

## Choosing a scenario

A *scenario* is a course of events. What chooses it depends on how the person logs in:

| login method | chosen by |
|---|---|
| \`USERNAME_AND_PASSWORD\` | the user name; every password is right |
| \`EMAIL\` | what stands before the \`@\`, at any domain |
| \`SWEDISH_SECURITY_TOKEN\` | the personal number |
| \`SWEDISH_MOBILE_EID_…\` | the personal number |
| \`SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION\` | the personal number |
| \`PDF_UPLOAD\` | the file, which is read for real |

Anything else but a file completes with data. The same credentials do the same at every company that has the login method; the
list names one. The data, too, follows from the credentials: the same person has the same insurances and pensions each
time, and another person others.

${json(start)}

## Pace

| login method | time in a state |
|---|---|
| \`…_MOCK\` | none: a collection stops only where the person is wanted |
| \`…_TEST\`, and plain electronic-ID methods | 0.5 to 2 seconds |
| others | 0.1 to 0.5 seconds |

An order that nobody answers is asked after every two seconds, also with \`_MOCK\`.

## Driving the list

An entry of \`GET /sandbox/scenarios\` has all that a program needs:

- Start a collection at \`company\` with one of \`loginMethods\`, with the parameter of that method and those that belong to
  no method.
- Poll the status. Where its \`extraInformation\` holds a question, post the next of \`supplements\` to
  \`/collections/{collectionId}/supplement-info\`; where it holds none, wait. Questions are \`REQUIRED_INPUT_TYPES\`,
  \`TWO_FACTOR_AUTHENTICATION_INSTRUCTION\`, \`AVAILABLE_TWO_FACTOR_METHODS\` and \`INSTRUCTIONS\`, and of the last each
  request is one. An answer that is accepted takes its question away at once: what is there at the next poll is new.
- Where \`expire\` is true, the collection then waits for what does not come. \`POST
  /sandbox/collections/{collectionId}/expire\` lets its time run out now: 202 with the status object, or 409
  \`NOTHING_TO_EXPIRE\` while there is nothing to wait for.
- It ends in \`finalStatus\`. \`visits\` is every status on the way, without repetitions.

Every code is right but \`${wrongCode}\`, which every company refuses. What the tables below shorten is posted as

| in the tables | body |
|---|---|
| code \`123456\` | \`{"type": "TWO_FACTOR_CODE", "value": "123456"}\` |
| method \`sms\` | \`{"type": "TWO_FACTOR_CHOICE", "methodId": "sms"}\` |
| \`{"EMAIL": …}\` | \`{"type": "COLLECTION_INPUT", "inputs": {"EMAIL": …}}\` |
| \`start-1\` | \`{"type": "RESPONSE_OBJECT", "etag": "start-1", "statusCode": 200, "headers": {"content-type": ["application/json"], …}, "response": {…}}\` |

A question waits for one to three minutes, an electronic ID for three; [the configuration](configuration.md) can give a
person who tries by hand more time. Version 2025-01-01 takes the same credentials as \`input\`
(\`{"USERNAME": "two-factor", "PASSWORD": "a-password"}\`), and has fewer statuses: \`/statuses\` says which.

## By user name or address

The user name is the scenario's name: \`two-factor\`, or the address \`two-factor@example.com\`.

${ScenarioTables.byUserName()}

One scenario is not in the list, because it takes as long as the service goes on trying:

${ScenarioTables.notListed()}

## By electronic ID

The order is shown as the login method has it, and only while it waits to be opened (\`outstandingTransaction\`,
\`noClient\`): with an autostart token, an animated QR code, or both. From then on the person has to sign, and there is
nothing to show. The person who signs in place of another is always \`${anothersNumber}\`.

${ScenarioTables.byElectronicId()}

A second order of a person, at the same company and by the same login method, cancels both while the first is open: the
new collection ends in AUTHENTICATION_CONFLICT, and so does the first. Orders of \`_MOCK\` methods are not counted: they
are deterministic, and one scenario may be driven many times side by side.

## By electronic ID, from the client's own device

With \`SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION\` the client executes requests at the company's site, as
\`INSTRUCTIONS\` tells it, and posts what comes back. There are several rounds, each with addresses that were in no
earlier one; a client must not expect particular ones. The responses can be had in two ways: they are prepared in the
list, or they are what the login host answers.

${ScenarioTables.byPersonalNumber("CLIENT_SIDE")}

| round | requests | brings |
|---|---|---|
| 1 | \`start-1\` | the cookie \`${cookieName}\`, which every later request carries |
| 2 | \`device-1\` (POST) | that it is accepted |
| 3 | \`terms-1\` | that they are accepted |
| 4 | \`electronic-id-1\` (POST) | the autostart token, which is shown from now on |
| 5 and on | \`signature-1\`, \`signature-2\`, … | whether the person has signed: \`PENDING\`, \`COMPLETE\` or \`CANCELLED\` |

With a personal number that names no scenario, \`device-1\` and \`terms-1\` come in one round: a client posts the response
to each, in any order, and the login goes on when both are there.

A status code of 400 or more, or a response that cannot be read, ends in AUTHENTICATION_ERROR.

### The login host

The host plays the sites of all companies, and has the pages of the banks. It is a small HTTPS server of the sandbox, on port 8444 unless
[the configuration](configuration.md) says otherwise; when the port is taken it uses another one, and says so in the log.
The addresses in \`INSTRUCTIONS\` are right in any case. From the second round on, it answers 403 to a request without the cookie of the first
one or without the header \`${appHeader.name}\`, as a request by hand would be.

Its certificate is for \`localhost\`, \`127.0.0.1\` and \`::1\`, signed by itself, made on the first start and kept in the
service's data folder as \`login-host/login-host.pem\`. Trust that file, and nothing else needs to be switched off:

\`\`\`sh
curl --cacert .sheaf/login-host/login-host.pem https://localhost:8444/se-nordhem/client-side/start
NODE_EXTRA_CA_CERTS=.sheaf/login-host/login-host.pem node your-client.js
\`\`\`

It lasts a year, and is made anew by a start of the service in its last month. The address in \`INSTRUCTIONS\` is that of
this machine (\`localhost\` or \`127.0.0.1\`): a device elsewhere posts the prepared responses.

## By security token

The status shows a \`REFERENCE_NUMBER\` to enter in the token; the number that it answers is posted as the code. Who
logged in is known from the company alone.

${ScenarioTables.byPersonalNumber("SECURITY_TOKEN")}

## By file

An uploaded PDF is read in the sandbox as anywhere else: a scenario is a file that the list carries, and every other file
ends as its own content says. Files hold insurances: in version 2025-01-01 such a collection is started under
\`/insurance\`. [Layouts of PDF documents](pdf-layouts.md) tells which documents are known.

${ScenarioTables.byFile(uploads)}

## Whatever the credentials

${ScenarioTables.byCompany()}

${bankChapter()}
## Data

Outcomes come with the data of every product that the company offers, and that the collection asked for.
COMPLETED_PARTIAL lacks most records of the last product, and says so in \`FAILURE_REASON.missing\`. At Nordhem a person
has every kind of fees (personalized, generic, none), and pensions of which \`otherInsuredPerson\` is true, false and
absent. The scenario \`account-owner-name\` carries the name that decides where the company does not tell.

Documents are PDF files: an insurance letter or an annual statement of value, told for 31 March 2026.
`
