/** Drives a scenario over HTTP from what the catalogue says of it alone, as a program would that knows nothing else. */
import { CheckedClient } from "@sheaf/adapters-http/testing"
import type { Speaker } from "@sheaf/adapters-http/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { assert } from "vitest"
import { checkedFetch } from "../CheckedFetch.ts"
import * as Sandbox from "../Sandbox.ts"
import { until } from "../Until.ts"

// What is read of answers is in their documents, to which each of them is held.

interface Company {
  readonly products: ReadonlyArray<string>
}

interface Seen {
  readonly id: string
  readonly status: string
  readonly pollingInterval?: number
  readonly extraInformation?: Readonly<Record<string, unknown>>
}

export interface Collected {
  readonly type: string
  readonly bookedBalance?: object
  readonly transactions?: ReadonlyArray<object>
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

export class Driver {
  readonly speaker: Speaker.Speaker
  readonly #send: CheckedClient.Send

  /** `base` is the address of a service in sandbox mode with its demonstration key. */
  constructor(base: string, speaker: Speaker.Speaker) {
    this.speaker = speaker
    this.#send = CheckedClient.make({
      base,
      headers: { "authorization-token": "sheaf-demo", "service-version": speaker.version },
      fetch: checkedFetch
    })
  }

  scenarios(): Promise<ReadonlyArray<Scenario>> {
    return Sandbox.scenarios(this.#send)
  }

  #post(path: string, body?: unknown): Promise<CheckedClient.Answer> {
    return this.#send(path, { method: "POST", ...(body !== undefined && { body: JSON.stringify(body) }) })
  }

  async #json(path: string): Promise<unknown> {
    const answer = await this.#send(path)
    assert.strictEqual(answer.status, 200, path)
    return answer.json
  }

  /**
   * Where all that a company has is collected: insurances where it has nothing else, for accounts are wealth. A file holds
   * insurances, whatever else the company has.
   */
  async #routesOf({ company }: Scenario, loginMethod: LoginMethod): Promise<Speaker.Routes> {
    if (loginMethod === "PDF_UPLOAD") return this.speaker.insurance
    const [found] = (await this.#json(`/companies/availability?company=${company}`)) as ReadonlyArray<Company>
    const { products } = found ?? assert.fail(`${company} is in a scenario, and nowhere else`)
    return products.some((product) => product !== "INSURANCE") ? this.speaker.wealth : this.speaker.insurance
  }

  /** Posts what a collection has asked for, as its version wants it. */
  #supply(routes: Speaker.Routes, { id, status }: Seen, input: SupplementInfo): Promise<CheckedClient.Answer> {
    return status === "CONTACT_FORM_PENDING" && input.type === "COLLECTION_INPUT"
      ? this.#post(routes.contactForm(id), this.speaker.contactForm(input))
      : this.#post(routes.supplementInfo(id), input)
  }

  /** What an ended collection has collected of accounts, and of pensions and investments. */
  async wealth(id: string): Promise<ReadonlyArray<Collected>> {
    return (await this.#json(this.speaker.wealth.data(id))) as ReadonlyArray<Collected>
  }

  async drive(scenario: Scenario, loginMethod: LoginMethod): Promise<Driven> {
    const routes = await this.#routesOf(scenario, loginMethod)
    const started = await this.#post(routes.starts, this.speaker.start(Sandbox.startOf(scenario, loginMethod)))
    assert.strictEqual(started.status, this.speaker.accepted.start, `${scenario.scenario}: ${started.text}`)
    const { id } = started.json as Seen
    const supplements = (scenario.supplements ?? [])[Symbol.iterator]()
    const keys = new Set<string>()
    let expired = false
    const last = await until(
      async () => {
        const seen = (await this.#json(routes.status(id))) as Seen
        const shown = Object.keys(seen.extraInformation ?? {})
        shown.forEach((key) => keys.add(key))
        if (questions.some((key) => shown.includes(key))) {
          const { done, value } = supplements.next()
          if (!done) {
            const supplied = await this.#supply(routes, seen, value)
            assert.strictEqual(supplied.status, this.speaker.accepted.input, `${scenario.scenario}: ${supplied.text}`)
            return seen
          }
        }
        const isWaiting = seen.pollingInterval !== undefined && seen.status === scenario.visits.at(-2)
        if (scenario.expire && isWaiting && !expired) {
          const answer = await this.#post(`/sandbox/collections/${id}/expire`)
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
