/** Drives a scenario over HTTP from what the catalogue says of it alone, as a program would that knows nothing else. */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import { assert } from "vitest"
import { until } from "../Until.ts"
import type { Version } from "./Version.ts"

interface Seen {
  readonly id: string
  readonly status: string
  readonly pollingInterval?: number
  readonly extraInformation?: Readonly<Record<string, unknown>>
}

export interface Driven {
  readonly id: string
  /** The last thing that was seen. */
  readonly last: Seen
  /** Everything that was shown beside statuses, by its key. */
  readonly keys: ReadonlySet<string>
}

/** The keys that ask a client for something. */
const questions = [
  "REQUIRED_INPUT_TYPES",
  "TWO_FACTOR_AUTHENTICATION_INSTRUCTION",
  "AVAILABLE_TWO_FACTOR_METHODS",
  "INSTRUCTIONS"
]

/** The parameters of a scenario that go with a login method: those of its family, and those of no family. */
const parametersFor = (scenario: Scenario, method: LoginMethod.LoginMethod) => {
  const mine = LoginMethod.describe(method).parameter
  const families: ReadonlyArray<string> = LoginMethod.all.map((each) => LoginMethod.describe(each).parameter)
  return scenario.parameters.filter(({ type }) => type === mine || !families.includes(type))
}

export class Driver {
  readonly base: string
  readonly version: Version

  /** `base` is the address of a service in sandbox mode with its demonstration key. */
  constructor(base: string, version: Version) {
    this.base = base
    this.version = version
  }

  async #request(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.base + path, {
      method,
      headers: {
        "authorization-token": "sheaf-demo",
        "service-version": this.version.name,
        ...(body !== undefined && { "content-type": "application/json" })
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
  }

  async #json<A>(path: string): Promise<A> {
    const response = await this.#request("GET", path)
    assert.strictEqual(response.status, 200, path)
    return (await response.json()) as A // the contract's own tests hold it to its schema
  }

  scenarios(): Promise<ReadonlyArray<Scenario>> {
    return this.#json("/sandbox/scenarios")
  }

  async #productsOf(company: string): Promise<ReadonlyArray<string>> {
    const found = await this.#json<ReadonlyArray<{ products: ReadonlyArray<string> }>>(
      `/companies/availability?company=${company}`
    )
    return found[0]?.products ?? assert.fail(`${company} is in a scenario, and nowhere else`)
  }

  async drive(scenario: Scenario, loginMethod: LoginMethod.LoginMethod): Promise<Driven> {
    const path = this.version.path(await this.#productsOf(scenario.company))
    const started = await this.#request(
      "POST",
      path,
      this.version.startBody({
        company: scenario.company,
        loginMethod,
        parameters: parametersFor(scenario, loginMethod)
      })
    )
    assert.strictEqual(started.ok, true, `${scenario.scenario}: ${await started.clone().text()}`)
    const { id } = (await started.json()) as Seen // the same
    const supplements = (scenario.supplements ?? [])[Symbol.iterator]()
    const keys = new Set<string>()
    let expired = false
    const last = await until(
      async () => {
        const seen = await this.#json<Seen>(`${path}/${id}/status`)
        const shown = Object.keys(seen.extraInformation ?? {})
        shown.forEach((key) => keys.add(key))
        if (questions.some((key) => shown.includes(key))) {
          const { done, value } = supplements.next()
          if (!done) {
            const supplement = this.version.supplement(seen.status, value)
            const supplied = await this.#request("POST", `${path}/${id}/${supplement.path}`, supplement.body)
            assert.strictEqual(supplied.ok, true, `${scenario.scenario}: ${await supplied.clone().text()}`)
            return seen
          }
        }
        const isWaiting = seen.pollingInterval !== undefined && seen.status === scenario.visits.at(-2)
        if (scenario.expire && isWaiting && !expired) {
          const answer = await this.#request("POST", `/sandbox/collections/${id}/expire`)
          expired = answer.status === 202
        }
        return seen
      },
      ({ pollingInterval }) => pollingInterval === undefined
    )
    assert.isTrue(supplements.next().done, `${scenario.scenario}: everything that it lists was asked for`)
    return { id, last, keys }
  }
}
