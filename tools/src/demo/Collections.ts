/** One collection of each family of login methods, printed as it goes. */
import { setTimeout as pause } from "node:timers/promises"
import { startOf } from "../Client.ts"
import type { Client, ScenarioBody, StatusBody } from "../Client.ts"
import { say } from "./Say.ts"

interface Show {
  readonly title: string
  readonly scenario: string
  readonly loginMethod: string
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

/** What was collected, a line each. */
export const showData = async (client: Client, id: string): Promise<void> => {
  for (const product of ["insurance", "wealth"]) {
    const { body, status } = await client.request<ReadonlyArray<Named>>("GET", `/collections/${id}/${product}/data`)
    if (status !== 200) continue
    for (const record of body) say(`      ${describe(record)}`)
  }
}

const asksFor = ({ extraInformation = {}, status }: StatusBody): boolean =>
  status === "TWO_FACTOR_PENDING" && Object.keys(extraInformation).length > 0

const show = async (client: Client, scenario: ScenarioBody, { loginMethod, title }: Show): Promise<void> => {
  say(`\n${title}: ${scenario.company}, ${loginMethod}`)
  const started = await client.start(startOf(scenario, loginMethod))
  let last = ""
  let supplements = scenario.supplements ?? []
  for (;;) {
    const { body } = await client.status(started.body.id)
    if (body.status !== last) {
      last = body.status
      const keys = Object.keys(body.extraInformation ?? {})
      say(`   ${body.status}${keys.length > 0 ? ` (${keys.join(", ")})` : ""}`)
    }
    if (body.pollingInterval === undefined) break
    const [supplement] = supplements
    if (asksFor(body) && supplement !== undefined) {
      supplements = supplements.slice(1)
      say(`   -> ${JSON.stringify(supplement)}`)
      await client.supply(body.id, supplement)
    }
    // Sooner than the advertised interval, so that no status is missed.
    await pause(50)
  }
  await showData(client, started.body.id)
}

/** Shows them all. */
export const showCollections = async (client: Client): Promise<void> => {
  const { body: scenarios } = await client.scenarios()
  for (const each of shows) {
    const scenario = scenarios.find((known) => known.scenario === each.scenario)
    if (scenario === undefined) throw new Error(`the sandbox has no scenario ${each.scenario}`)
    await show(client, scenario, each)
  }
}
