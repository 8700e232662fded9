/** Runs a collection for each family of login methods and prints each step. */
import { setTimeout as pause } from "node:timers/promises"
import { asks, Catalog, Drive, hasEnded } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import { say } from "./Say.ts"

interface Show {
  readonly title: string
  readonly scenario: string
  readonly loginMethod: LoginMethod
}

const shows: ReadonlyArray<Show> = [
  { title: "A user name and a password", scenario: "completed", loginMethod: "USERNAME_AND_PASSWORD" },
  { title: "An e-mail address, in France", scenario: "completed-fr", loginMethod: "EMAIL" },
  { title: "A two-factor code", scenario: "two-factor", loginMethod: "USERNAME_AND_PASSWORD" },
  {
    title: "The Swedish electronic ID, on another device",
    scenario: "electronic-id",
    loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST"
  },
  { title: "A security token", scenario: "security-token", loginMethod: "SWEDISH_SECURITY_TOKEN" }
]

interface Money {
  readonly amount: number
  readonly currency: string
}

interface Named {
  readonly type?: string
  readonly productName?: string
  readonly financialInformation?: { readonly currentValue?: Money }
  readonly bookedBalance?: Money
  readonly insurance?: {
    readonly insuranceSubType: string
    readonly insuranceName?: string
    readonly premium?: { readonly amount: Money }
  }
  readonly documents?: ReadonlyArray<{ readonly name: string }>
}

const money = (value: Money | undefined): string => (value === undefined ? "" : `, ${value.amount} ${value.currency}`)

const describe = ({
  bookedBalance,
  documents = [],
  financialInformation,
  insurance,
  productName,
  type
}: Named): string => {
  const papers = documents.map(({ name }) => ` [${name}]`).join("")
  return insurance === undefined
    ? `${String(type)}: ${String(productName)}${money(financialInformation?.currentValue ?? bookedBalance)}${papers}`
    : `${insurance.insuranceSubType}: ${String(insurance.insuranceName)}${money(insurance.premium?.amount)}${papers}`
}

/** Prints one line for each collected record. */
export const showData = async (client: Client, id: string): Promise<void> => {
  for (const product of ["insurance", "wealth"]) {
    const answer = await client.send(`/collections/${id}/${product}/data`)
    if (answer.status !== 200) continue
    for (const record of answer.read<ReadonlyArray<Named>>()) say(`      ${describe(record)}`)
  }
}

const show = async (client: Client, scenario: Scenario, { loginMethod, title }: Show): Promise<void> => {
  say(`
${title}: ${scenario.company}, ${loginMethod}`)
  const drive = await Drive.begin(client, scenario, loginMethod)
  let last = ""
  for (;;) {
    const [supplement] = drive.left
    const seen = await drive.look()
    if (seen.status !== last) {
      last = seen.status
      const keys = Object.keys(seen.extraInformation ?? {})
      say(`   ${seen.status}${keys.length > 0 ? ` (${keys.join(", ")})` : ""}`)
    }
    if (hasEnded(seen)) break
    if (asks(seen) && supplement !== undefined) say(`   -> ${JSON.stringify(supplement)}`)
    // A shorter interval than the service advertises, to see every status.
    await pause(50)
  }
  await showData(client, drive.id)
}

/** Shows all collections. */
export const showCollections = async (client: Client): Promise<void> => {
  const scenarios = await client.scenarios()
  for (const each of shows) await show(client, Catalog.named(scenarios, each.scenario), each)
}
