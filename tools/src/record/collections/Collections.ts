/** Drives recorded collections to their end, or leaves them waiting. */
import { asks, Catalog, hasEnded } from "@sheaf/adapters-http/testing"
import type { Client, Seen, Speaker } from "@sheaf/adapters-http/testing"
import type { RecordedData } from "@sheaf/app-api/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { Callers } from "../Callers.ts"
import { until } from "../Until.ts"

/** A recorded collection's start request, with its caller, version and product. */
export interface Start {
  readonly name: string
  readonly by: string
  readonly version: ApiVersion
  readonly product: RecordedData.ProductPath
  readonly request: StartCollection
}

/** Returns a scenario's start request with a login method, by default the scenario's first. */
export const requestOf = (scenario: Scenario, loginMethod?: LoginMethod): StartCollection => {
  const method = loginMethod ?? scenario.loginMethods[0]
  if (method === undefined) throw new Error(`${scenario.scenario} has no login method`)
  return Catalog.startOf(scenario, method)
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
    const client = callers.as(start.by, start.version)
    const id = await client.begin(start.request, client.speaker[start.product])
    return new Collection(callers, start, id)
  }

  get #client(): Client {
    return this.#callers.as(this.start.by, this.start.version)
  }

  get #routes(): Speaker.ProductRoutes {
    return this.#client.speaker[this.start.product]
  }

  status(): Promise<Seen> {
    return this.#client.status(this.id, this.#routes)
  }

  /** Waits until a collection's status meets a condition. */
  until(wanted: (seen: Seen) => boolean): Promise<Seen> {
    return until(this.start.name, () => this.status(), wanted)
  }

  async supply(input: SupplementInfo): Promise<void> {
    const seen = await this.until((each) => asks(each) || hasEnded(each))
    const answer = await this.#client.supply(seen, input, this.#routes)
    answer.expect(this.#client.speaker.accepted.input)
  }

  /** Posts the listed input, lets the collection time out if the scenario requires it, and waits for the end. */
  async finish({ expire, finalStatus, supplements = [], visits }: Scenario): Promise<void> {
    for (const supplement of supplements) await this.supply(supplement)
    if (expire) {
      await this.until(({ status }) => status === visits.at(-2))
      await until(
        `${this.start.name} to expire`,
        () => this.#client.expire(this.id),
        ({ status }) => status === 202
      )
    }
    const { status } = await this.until(hasEnded)
    // Some statuses do not exist in the older version.
    if (this.start.version === "2026-04-01" && status !== finalStatus) {
      throw new Error(`${this.start.name} ended in ${status}`)
    }
  }

  /** Posts the first inputs and waits until the collection asks for more or shows `status`. */
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
