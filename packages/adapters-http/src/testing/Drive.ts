/**
 * Drives a collection through a scenario from the catalog: polls, posts input, and lets the collection time out if
 * the scenario requires it. The client determines the version, and whether calls go over HTTP or stay in process.
 */
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { Press, Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import * as Catalog from "./Catalog.ts"
import { hasEnded } from "./Client.ts"
import type { Client, Seen } from "./Client.ts"
import type { ProductRoutes } from "./Speaker.ts"
import { until } from "./Until.ts"

/** The keys of extra information that ask for input. */
const questions = [
  "REQUIRED_INPUT_TYPES",
  "TWO_FACTOR_AUTHENTICATION_INSTRUCTION",
  "AVAILABLE_TWO_FACTOR_METHODS",
  "INSTRUCTIONS"
] as const

/** Returns true if a collection asks its client for input. */
export const asks = ({ extraInformation }: Seen): boolean =>
  questions.some((question) => extraInformation?.[question] !== undefined)

/**
 * Returns the routes that cover all of a company's products: insurance for insurers and uploads, wealth for all others.
 */
const routesOf = async (client: Client, company: string, loginMethod: LoginMethod): Promise<ProductRoutes> => {
  const { insurance, wealth } = client.speaker
  if (insurance.starts === wealth.starts) return wealth
  if (loginMethod === "PDF_UPLOAD") return insurance
  const path = `/companies/availability?company=${company}`
  const [found] = await client.read<ReadonlyArray<{ readonly products: ReadonlyArray<string> }>>(path)
  return found?.products.every((product) => product === "INSURANCE") ? insurance : wealth
}

/** A scenario, or the part of it that remains. */
export interface ScenarioCourse extends Pick<Scenario, "scenario" | "supplements" | "presses" | "expire"> {
  /** If absent, the collection times out as soon as it waits. */
  readonly visits?: Scenario["visits"]
}

export class Drive<A extends ScenarioCourse = Scenario> {
  readonly client: Client
  readonly id: string
  readonly scenario: A
  /** All keys of extra information so far. */
  readonly keys = new Set<string>()
  /** The statuses so far, without repetitions. */
  readonly seen: Array<Seen["status"]> = []
  /** The inputs that the collection has not asked for yet. */
  readonly left: Array<SupplementInfo>
  readonly #pressesLeft: Array<Press>
  readonly #routes: ProductRoutes
  /** True if the service rejected an input because the collection had already ended. */
  isLate = false
  #mayHaveArrived = false
  #hasExpired = false

  constructor(client: Client, scenario: A, id: string, routes: ProductRoutes = client.speaker.wealth) {
    this.client = client
    this.scenario = scenario
    this.id = id
    this.left = [...(scenario.supplements ?? [])]
    this.#pressesLeft = [...(scenario.presses ?? [])]
    this.#routes = routes
  }

  /** Starts the collection, optionally at another company and with further parameters. */
  static async begin(
    client: Client,
    scenario: Scenario,
    loginMethod: LoginMethod,
    {
      company = scenario.company,
      more = []
    }: { readonly company?: string; readonly more?: ReadonlyArray<Parameter> } = {}
  ): Promise<Drive> {
    const routes = await routesOf(client, company, loginMethod)
    const { parameters, ...start } = Catalog.startOf(scenario, loginMethod)
    const id = await client.begin({ ...start, company, parameters: [...parameters, ...more] }, routes)
    return new Drive(client, scenario, id, routes)
  }

  /** Polls once and takes the scenario's next action. */
  async look(read = () => this.client.status(this.id, this.#routes)): Promise<Seen> {
    const seen = await read()
    if (this.seen.at(-1) !== seen.status) this.seen.push(seen.status)
    for (const key of Object.keys(seen.extraInformation ?? {})) this.keys.add(key)
    const [next] = this.left
    const [press] = this.#pressesLeft
    if (asks(seen) && next !== undefined) await this.#supply(seen, next)
    else if (press !== undefined && seen.sandboxPageUrl !== undefined) await this.#press(seen.sandboxPageUrl, press)
    else if (this.scenario.expire && !hasEnded(seen) && this.#mayExpire(seen)) await this.#expire()
    return seen
  }

  /**
   * Supplies input. If the response to the previous attempt was lost, a rejection now means that the service accepted
   * that attempt. Input that comes too late remains in `left`.
   */
  async #supply(seen: Seen, input: SupplementInfo): Promise<void> {
    const mayHaveArrived = this.#mayHaveArrived
    this.#mayHaveArrived = true
    const answer = await this.client.supply(seen, input, this.#routes)
    this.#mayHaveArrived = false
    const wasThere = mayHaveArrived && (answer.status === 409 || answer.status === 422)
    this.isLate = !wasThere && answer.status === 409 && hasEnded(await this.client.status(this.id, this.#routes))
    if (this.isLate) return
    if (!wasThere) answer.expect(this.client.speaker.accepted.input)
    this.left.shift()
  }

  /** Presses a button on the sandbox's page. A repeated press has no effect. */
  async #press(pageUrl: string, press: Press): Promise<void> {
    if ((await this.client.press(pageUrl, press)) === 303) this.#pressesLeft.shift()
  }

  #mayExpire({ status }: Seen): boolean {
    const { visits } = this.scenario
    return visits === undefined || status === visits.at(-2)
  }

  async #expire(): Promise<void> {
    if (!this.#hasExpired) this.#hasExpired = (await this.client.expire(this.id)).status === 202
  }

  /** Drives the collection to its end and returns its last status object. */
  async end(): Promise<Seen> {
    const read = this.client.follow<Seen>(this.#routes.status(this.id))
    const last = await until(() => this.look(read), hasEnded)
    if (this.left.length > 0)
      throw new Error(`${this.scenario.scenario}: ${this.left.length} inputs were not asked for`)
    return last
  }
}
