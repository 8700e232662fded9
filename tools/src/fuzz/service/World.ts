/**
 * Real objects for requests to refer to, so that not all responses are 404: collections with the input that they wait
 * for, a user with consents, and identifiers from responses. The collections have every status that the sandbox reaches
 * on its own.
 */
import { setTimeout as pause } from "node:timers/promises"
import { Catalog, demonstrationKey, Speaker } from "@sheaf/adapters-http/testing"
import { createClient, SheafProblem } from "@sheaf/client"
import type { CollectedData, SheafClient } from "@sheaf/client"
import { Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Schema } from "effect"
import * as Person from "./Person.ts"
import type { Random } from "../../workshop/driver/Random.ts"
import type { Answer } from "./Wire.ts"

/** A collection that plays a scenario. */
export interface Started {
  readonly id: string
  readonly scenario: Scenario
}

/** A document and its collection. */
export interface Document {
  readonly collectionId: string
  readonly documentId: string
}

/** The number of values to remember for each name. */
const remembered = 60

/** The time within which each scenario's collection must end or begin to wait. */
const settling = 1_500

const scenariosIn = Schema.decodeUnknownSync(Schema.Array(Scenario))

const isQuick = (method: string): boolean => !method.startsWith("SWEDISH_MOBILE_EID") || method.endsWith("_MOCK")

export class World {
  readonly #sheaf: SheafClient
  readonly #names = new Map<string, Array<string>>()
  #scenarios: ReadonlyArray<Scenario> = []
  #started: ReadonlyArray<Started> = []
  #documents: ReadonlyArray<Document> = []
  #tags: Array<string> = []
  #person: Person.Person | undefined

  constructor(base: string) {
    this.#sheaf = createClient({ baseUrl: base, apiKey: demonstrationKey })
  }

  /** Starts every scenario again and forgets earlier collections. */
  async populate(random: Random): Promise<void> {
    this.#scenarios = scenariosIn(await this.#sheaf.sandbox.scenarios())
    const started: Array<Started> = []
    for (const scenario of this.#scenarios) {
      const methods = scenario.loginMethods.filter(isQuick)
      if (methods.length === 0) continue
      const { id } = await this.#sheaf.collections.start(Catalog.startOf(scenario, random.pick(methods)))
      started.push({ id, scenario })
    }
    this.#person = await Person.make(this.#sheaf, random)
    await pause(settling)
    this.#started = started
    this.#documents = (await Promise.all(started.map(({ id }) => this.#findDocuments(id)))).flat()
  }

  async #findDocuments(collectionId: string): Promise<ReadonlyArray<Document>> {
    const data = await this.#sheaf.collections
      .at(collectionId)
      .data()
      .catch((error: unknown): CollectedData => {
        // The collection has no data, or not yet.
        if (error instanceof SheafProblem && [409, 410].includes(error.status)) return { insurance: [], wealth: [] }
        throw error
      })
    const records = [...data.insurance, ...data.wealth]
    return records.flatMap(({ documents = [] }) => documents.map(({ documentId }) => ({ collectionId, documentId })))
  }

  #remember(name: string, text: string): void {
    const all = this.#names.get(name) ?? []
    if (all.includes(text)) return
    this.#names.set(name, [...all, text].slice(-remembered))
  }

  #learn(value: unknown): void {
    if (typeof value !== "object" || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === "string") this.#remember(name, member)
      else this.#learn(member)
    }
  }

  /** Remembers the identifiers in a response. */
  learn({ body, headers, status }: Answer): void {
    const tag = headers.get("etag")
    if (tag !== undefined) this.#tags = [...this.#tags, tag].slice(-remembered)
    const cursor = /[?&]cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1]
    if (cursor !== undefined) this.#remember("cursor", decodeURIComponent(cursor))
    // Longer responses contain mostly values that no parameter accepts.
    if (status >= 300 || body.length === 0 || body.length > 20_000) return
    if (headers.get("content-type") === "application/json") this.#learn(JSON.parse(body.toString()))
  }

  /** Returns the texts seen under a name. */
  readonly known = (name: string): ReadonlyArray<string> => {
    if (name === "collectionId") return [...this.#started.map(({ id }) => id), ...(this.#names.get(name) ?? [])]
    if (name === "If-None-Match") return this.#tags
    if (name === "consentId") return [...(this.#person?.consentIds ?? []), ...(this.#names.get(name) ?? [])]
    if (name === "userId") return this.#users()
    return this.#names.get(name) ?? []
  }

  /** The users that requests are free to erase. The token's own user must stay, because the consents need that user. */
  #users(): ReadonlyArray<string> {
    const all = [...(this.#person?.others ?? []), ...(this.#names.get("userId") ?? [])]
    return all.filter((id) => id !== this.#person?.userId)
  }

  /** The user's token. */
  get token(): string {
    return this.#person?.token ?? ""
  }

  /** Returns consent requests from the sandbox's list. */
  consents(random: Random): ReadonlyArray<unknown> {
    const all = this.#person?.requests ?? []
    return all.length === 0 ? [] : Array.from({ length: 5 }, () => random.pick(all))
  }

  /** Returns the body, sometimes with the id of a question. Only version 2026-04-01 accepts that id. */
  #named(id: string, body: SupplementInfo, version: string, random: Random): unknown {
    const ids = this.known("inputId").filter((inputId) => inputId.startsWith(id))
    if (version !== "2026-04-01" || body.type === "RESPONSE_OBJECT" || ids.length === 0) return body
    return random.pick([body, { ...body, inputId: random.pick(ids) }])
  }

  /** Returns a waiting collection with the input from its scenario. */
  supplement(version: string, random: Random): { readonly id: string; readonly body: unknown } | undefined {
    const waiting = this.#started.filter(({ scenario }) => (scenario.supplements ?? []).length > 0)
    if (waiting.length === 0) return undefined
    const { id, scenario } = random.pick(waiting)
    return { id, body: this.#named(id, random.pick(scenario.supplements ?? []), version, random) }
  }

  /** Returns a collection that waits for its timeout. */
  expiring(random: Random): string | undefined {
    const all = this.#started.filter(({ scenario }) => scenario.expire === true)
    return all.length === 0 ? undefined : random.pick(all).id
  }

  /** Returns a document and its collection. */
  document(random: Random): Document | undefined {
    return this.#documents.length === 0 ? undefined : random.pick(this.#documents)
  }

  /** Returns start requests from the sandbox's list, for a version. */
  starts(version: string, random: Random): ReadonlyArray<unknown> {
    const speaker = Speaker.all.find((each) => each.version === version)
    const all = this.#scenarios.filter(({ loginMethods }) => loginMethods.length > 0)
    return Array.from({ length: 5 }, () => {
      const scenario = random.pick(all)
      const start = Catalog.startOf(scenario, random.pick(scenario.loginMethods))
      return speaker?.start(start)
    })
  }
}
