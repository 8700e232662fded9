/**
 * Runs a collection through a scenario of the catalog: polls, posts input, and makes the collection time out if the
 * scenario says so. The client determines the version, and whether calls use HTTP or stay in this process.
 */
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { SandboxPageButton, Scenario } from "@sheaf/adapters-sandbox/scenarios"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import * as ScenarioCatalog from "./ScenarioCatalog.ts"
import { hasEnded } from "./TestClient.ts"
import type { TestClient, AnyStatusObject } from "./TestClient.ts"
import type { ProductRoutes } from "./VersionDialect.ts"
import { waitFor } from "./WaitFor.ts"

/** Keys in the extra information that ask for input. */
const questions = [
  "REQUIRED_INPUT_TYPES",
  "TWO_FACTOR_AUTHENTICATION_INSTRUCTION",
  "AVAILABLE_TWO_FACTOR_METHODS",
  "INSTRUCTIONS"
] as const

export const isAskingForInput = ({ extraInformation }: AnyStatusObject): boolean =>
  questions.some((question) => extraInformation?.[question] !== undefined)

/**
 * Returns the routes that together cover all products of a company: the insurance routes for insurers and for uploads,
 * and the wealth routes for all other companies.
 */
const routesOf = async (client: TestClient, company: string, loginMethod: LoginMethod): Promise<ProductRoutes> => {
  const { insurance, wealth } = client.dialect
  if (insurance.starts === wealth.starts) return wealth
  if (loginMethod === "PDF_UPLOAD") return insurance
  const path = `/companies/availability?company=${company}`
  const [found] = await client.read<ReadonlyArray<{ readonly products: ReadonlyArray<string> }>>(path)
  return found?.products.every((product) => product === "INSURANCE") ? insurance : wealth
}

interface Supply {
  readonly seen: AnyStatusObject
  readonly input: SupplementInfo
}

const hasTimedOut = ({ pendingInput }: AnyStatusObject): boolean =>
  pendingInput !== undefined && Date.parse(pendingInput.expiresAt) <= Date.now()

export interface ScenarioPart extends Pick<Scenario, "scenario" | "supplements" | "presses" | "expire"> {
  /** If absent, a scenario with `expire` times out the first time that the collection waits. */
  readonly visits?: Scenario["visits"]
}

export class ScenarioDriver<A extends ScenarioPart = Scenario> {
  readonly client: TestClient
  readonly id: string
  readonly scenario: A
  readonly keys = new Set<string>()
  readonly statuses: Array<AnyStatusObject["status"]> = []
  readonly left: Array<SupplementInfo>
  readonly #pressesLeft: Array<SandboxPageButton>
  readonly #routes: ProductRoutes
  /** True if an input was rejected because the question had timed out. */
  isLate = false
  #unconfirmed: Supply | undefined = undefined
  #hasExpired = false

  constructor(client: TestClient, scenario: A, id: string, routes: ProductRoutes = client.dialect.wealth) {
    this.client = client
    this.scenario = scenario
    this.id = id
    this.left = [...(scenario.supplements ?? [])]
    this.#pressesLeft = [...(scenario.presses ?? [])]
    this.#routes = routes
  }

  static async begin(
    client: TestClient,
    scenario: Scenario,
    loginMethod: LoginMethod,
    {
      company = scenario.company,
      more = []
    }: { readonly company?: string; readonly more?: ReadonlyArray<Parameter> } = {}
  ): Promise<ScenarioDriver> {
    const routes = await routesOf(client, company, loginMethod)
    const { parameters, ...start } = ScenarioCatalog.startRequestOf(scenario, loginMethod)
    const id = await client.begin({ ...start, company, parameters: [...parameters, ...more] }, routes)
    return new ScenarioDriver(client, scenario, id, routes)
  }

  async poll(read = () => this.client.status(this.id, this.#routes)): Promise<AnyStatusObject> {
    const seen = await read()
    if (this.statuses.at(-1) !== seen.status) this.statuses.push(seen.status)
    for (const key of Object.keys(seen.extraInformation ?? {})) this.keys.add(key)
    const [next] = this.left
    const [press] = this.#pressesLeft
    const { ORDER_PAGE_URL, REDIRECT_URL } = seen.extraInformation ?? {}
    const page = ORDER_PAGE_URL ?? REDIRECT_URL
    if (this.#unconfirmed !== undefined) await this.#supply(this.#unconfirmed)
    else if (isAskingForInput(seen) && next !== undefined) await this.#supply({ seen, input: next })
    else if (press !== undefined && page !== undefined) await this.#press(page, press)
    else if (this.scenario.expire && !hasEnded(seen) && this.#mayExpire(seen)) await this.#expire()
    return seen
  }

  /**
   * Supplies input. If the response is lost, the next call must repeat the request with the same key. Input that
   * arrives too late remains in `left`.
   */
  async #supply(supply: Supply): Promise<void> {
    const { input, seen } = supply
    this.#unconfirmed = supply
    const keyed = this.client.with({ "idempotency-key": `"${this.id}-${this.left.length}"` })
    const answer = await keyed.supply(seen, input, this.#routes)
    const isTooLate = answer.status === 409 && (hasTimedOut(seen) || (await this.#hasEnded()))
    this.#unconfirmed = undefined
    if (isTooLate) {
      this.isLate = true
      return
    }
    answer.expect(this.client.dialect.accepted.input)
    this.left.shift()
  }

  async #hasEnded(): Promise<boolean> {
    return hasEnded(await this.client.status(this.id, this.#routes))
  }

  async #press(pageUrl: string, press: SandboxPageButton): Promise<void> {
    if ((await this.client.press(pageUrl, press)) === 303) this.#pressesLeft.shift()
  }

  #mayExpire({ status }: AnyStatusObject): boolean {
    const { visits } = this.scenario
    return visits === undefined || status === visits.at(-2)
  }

  async #expire(): Promise<void> {
    if (!this.#hasExpired) this.#hasExpired = (await this.client.expire(this.id)).status === 202
  }

  async finish(): Promise<AnyStatusObject> {
    const read = this.client.follow<AnyStatusObject>(this.#routes.status(this.id))
    const last = await waitFor(() => this.poll(read), hasEnded)
    if (this.left.length > 0)
      throw new Error(`${this.scenario.scenario}: ${this.left.length} inputs were not asked for`)
    return last
  }
}
