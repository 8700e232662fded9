/** Collections of a recording: driven to their end, or left where they wait. */
import { Speaker } from "@sheaf/adapters-http/testing"
import type { RecordedData } from "@sheaf/app-api/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { startOf } from "../Client.ts"
import type { Callers } from "./Callers.ts"
import { until } from "./Until.ts"

/** How a collection is started. */
export interface Start {
  readonly name: string
  readonly by: string
  readonly version: ApiVersion
  readonly product: RecordedData.Product
  readonly request: StartCollection
}

interface Seen {
  readonly id: string
  readonly status: CollectionStatus
  readonly pollingInterval?: number
  readonly extraInformation?: Readonly<Record<string, unknown>>
}

const questions = [
  "REQUIRED_INPUT_TYPES",
  "TWO_FACTOR_AUTHENTICATION_INSTRUCTION",
  "AVAILABLE_TWO_FACTOR_METHODS",
  "INSTRUCTIONS"
]

const asks = ({ extraInformation = {} }: Seen): boolean => questions.some((key) => key in extraInformation)
const hasEnded = ({ pollingInterval }: Seen): boolean => pollingInterval === undefined

/** The start of a scenario by a login method, or by the first of its own. */
export const requestOf = (scenario: Scenario, loginMethod?: LoginMethod): StartCollection => {
  const method = loginMethod ?? scenario.loginMethods[0]
  if (method === undefined) throw new Error(`${scenario.scenario} has no login method`)
  // The parameters are those of the scenario, of which some are left out.
  return startOf(scenario, method) as StartCollection
}

export class Collection {
  readonly start: Start
  readonly id: string
  readonly #callers: Callers

  private constructor(callers: Callers, start: Start, id: string) {
    this.#callers = callers
    this.start = start
    this.id = id
  }

  static async begin(callers: Callers, start: Start): Promise<Collection> {
    const { by, product, request, version } = start
    const speaker = Speaker.speakers[version]
    const body = speaker.start(request)
    const { id } = await callers.expect<Seen>(by, "POST", speaker[product].starts, body, version)
    return new Collection(callers, start, id)
  }

  get #routes(): Speaker.Routes {
    return Speaker.speakers[this.start.version][this.start.product]
  }

  status(): Promise<Seen> {
    const { by, version } = this.start
    return this.#callers.expect<Seen>(by, "GET", this.#routes.status(this.id), undefined, version)
  }

  /** Waits until it is as wanted. */
  until(wanted: (seen: Seen) => boolean): Promise<Seen> {
    return until(this.start.name, () => this.status(), wanted)
  }

  async supply(input: SupplementInfo): Promise<void> {
    const { by, version } = this.start
    const { status } = await this.until((seen) => asks(seen) || hasEnded(seen))
    const isForm = status === "CONTACT_FORM_PENDING" && input.type === "COLLECTION_INPUT"
    const path = isForm ? this.#routes.contactForm(this.id) : this.#routes.supplementInfo(this.id)
    const body = isForm ? Speaker.speakers[version].contactForm(input) : input
    await this.#callers.expect(by, "POST", path, body, version)
  }

  /** Posts what the scenario lists, lets the time run out if the scenario wants that, and waits for the end. */
  async finish({ expire, finalStatus, supplements = [], visits }: Scenario): Promise<void> {
    for (const supplement of supplements) await this.supply(supplement)
    if (expire) {
      await this.until(({ status }) => status === visits.at(-2))
      const path = `/sandbox/collections/${this.id}/expire`
      await until(
        `${this.start.name} to expire`,
        () => this.#callers.as(this.start.by)(path, { method: "POST" }),
        ({ status }) => status === 202
      )
    }
    const { status } = await this.until(hasEnded)
    // The older version has no name for some statuses.
    if (this.start.version === "2026-04-01" && status !== finalStatus) {
      throw new Error(`${this.start.name} ended in ${status}`)
    }
  }

  /** Posts the first of these supplements, and waits until the collection asks or shows `status`. */
  async leave(
    { expire, finalStatus, supplements = [] }: Scenario,
    supplied: number,
    status?: CollectionStatus
  ): Promise<RecordedData.WaitingCollection> {
    for (const supplement of supplements.slice(0, supplied)) await this.supply(supplement)
    const seen = await this.until((each) => (status === undefined ? asks(each) : each.status === status))
    const { by, name, product, version } = this.start
    return {
      name,
      id: this.id,
      by,
      version,
      product,
      status: seen.status,
      supplements: supplements.slice(supplied),
      expire: expire === true,
      finalStatus
    }
  }
}
