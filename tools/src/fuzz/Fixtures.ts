/**
 * Creates real objects that requests can refer to; otherwise all responses would be 404. Creates collections, together
 * with the input that they wait for, and a user with consents. Also remembers identifiers from responses. The
 * collections and consents cover every status that the sandbox reaches on its own (spec 2.4, 5).
 */
import { setTimeout as pause } from "node:timers/promises"
import { ScenarioCatalog, demoApiKey, VersionDialect } from "@sheaf/sandbox-site/testing"
import { createClient, SheafProblem } from "@sheaf/client"
import type { ClientOptions, ConsentScenario, CreateConsentRequest, SheafClient } from "@sheaf/client"
import { Sandbox } from "@sheaf/client/sandbox"
import { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { Schema } from "effect"
import type { Operation, PublishedApi } from "./PublishedApi.ts"
import * as Values from "./Values.ts"
import type { WireResponse } from "./Wire.ts"

export interface RequestExample {
  readonly parameters?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly body?: unknown
}

const remembered = 60

/** How many consents the user has, and how many other users there are. */
const many = 10

/** How long to wait until a scenario's collection has ended or asks for something, in milliseconds. */
const settling = 1_500

const scenariosIn = Schema.decodeUnknownSync(Schema.Array(Scenario))

const isQuick = (method: string): boolean => !method.startsWith("SWEDISH_MOBILE_EID") || method.endsWith("_MOCK")

const consentRequestOf = (scenario: ConsentScenario): CreateConsentRequest => {
  const { company, loginMethods, parameters } = scenario
  const [loginMethod] = loginMethods.filter(isQuick)
  if (loginMethod !== undefined) return { company, loginMethod, parameters }
  // A consent with a return URL waits for a confirmation.
  return { company, parameters, returnUrl: "http://localhost:3000/done", state: "the state of somebody" }
}

/** Returns the call's result, or an empty list if the sandbox rejects the call, as it does in some scenarios. */
const unlessRejected = async <A>(call: Promise<A>): Promise<ReadonlyArray<A>> => {
  try {
    return [await call]
  } catch (error) {
    if (error instanceof SheafProblem) return []
    throw error
  }
}

export class Fixtures {
  readonly #options: ClientOptions
  readonly #sheaf: SheafClient
  /**
   * Values for requests, by name. `#own` contains the ids of objects that this class created, and `#seen` contains
   * values from responses.
   */
  #own: ReadonlyMap<string, ReadonlyArray<string>> = new Map()
  readonly #seen = new Map<string, ReadonlyArray<string>>()
  #started: ReadonlyArray<{ readonly id: string; readonly scenario: Scenario }> = []
  #documents: ReadonlyArray<RequestExample> = []
  #consents: ReadonlyArray<CreateConsentRequest> = []
  #userId = ""
  token = ""

  constructor(base: string) {
    this.#options = { baseUrl: base, apiKey: demoApiKey }
    this.#sheaf = createClient(this.#options)
  }

  /** Starts every scenario again, and forgets earlier collections and users. */
  async populate(): Promise<void> {
    const sheaf = this.#sheaf
    const sandbox = new Sandbox(this.#options)
    const quick = scenariosIn(await sandbox.scenarios()).flatMap((scenario) =>
      scenario.loginMethods.filter(isQuick).map((method) => ({ scenario, method }))
    )
    const first = quick.filter(({ scenario }, index) => quick.findIndex((each) => each.scenario === scenario) === index)
    const started: Array<{ readonly id: string; readonly scenario: Scenario }> = []
    for (const { method, scenario } of first) {
      const { id } = await sheaf.collections.start(ScenarioCatalog.startRequestOf(scenario, method))
      started.push({ id, scenario })
    }
    const createUser = async () => (await sheaf.users.create({ externalId: crypto.randomUUID() })).userId
    this.#userId = await createUser()
    this.token = (await sheaf.users.openSession(this.#userId)).token
    const others = await Promise.all(Array.from({ length: many }, createUser))
    this.#consents = (await sandbox.consentScenarios()).map(consentRequestOf)
    const person = sheaf.asUser(this.token)
    const consents = await Promise.all(
      this.#consents.slice(0, many).map((request) => unlessRejected(person.consents.create(request)))
    )
    await pause(settling)
    this.#started = started
    this.#own = new Map([
      ["collectionId", started.map(({ id }) => id)],
      ["consentId", consents.flat().map(({ id }) => id)],
      ["userId", others]
    ])
    this.#documents = (await Promise.all(started.map(({ id }) => this.#findDocuments(id)))).flat()
  }

  async #findDocuments(collectionId: string): Promise<ReadonlyArray<RequestExample>> {
    const found = await unlessRejected(this.#sheaf.collections.at(collectionId).data())
    const records = found.flatMap(({ insurance, wealth }) => [...insurance, ...wealth])
    return records
      .flatMap(({ documents = [] }) => documents)
      .map(({ documentId }) => ({ parameters: { collectionId: [collectionId], documentId: [documentId] } }))
  }

  #remember(name: string, text: string): void {
    const all = this.#seen.get(name) ?? []
    // Does not remember the id of the token's user, who owns the consents, so that no request erases this user.
    if (!all.includes(text) && text !== this.#userId) this.#seen.set(name, [...all, text].slice(-remembered))
  }

  learn({ body, headers, status }: WireResponse): void {
    const tag = headers.get("etag")
    if (tag !== undefined) this.#remember("If-None-Match", tag)
    const cursor = /[?&]cursor=([^&>]+)/.exec(headers.get("link") ?? "")?.[1]
    if (cursor !== undefined) this.#remember("cursor", decodeURIComponent(cursor))
    // Skips longer responses, which consist mostly of values that no parameter accepts.
    if (status >= 300 || body.length > 20_000 || headers.get("content-type") !== "application/json") return
    Values.mapStrings(JSON.parse(body.toString() || "null"), "", (text, name) => {
      this.#remember(name, text)
      return text
    })
  }

  known(name: string): ReadonlyArray<string> {
    return [...(this.#own.get(name) ?? []), ...(this.#seen.get(name) ?? [])]
  }

  /** Only version 2026-04-01 accepts the id of a question. */
  #supplements(version: string): ReadonlyArray<RequestExample> {
    return this.#started.flatMap(({ id, scenario }) =>
      (scenario.supplements ?? []).flatMap((body) => {
        const ids = this.known("inputId").filter((inputId) => inputId.startsWith(id))
        const isNamed = version === "2026-04-01" && body.type !== "RESPONSE_OBJECT"
        const bodies = isNamed ? [body, ...ids.map((inputId) => ({ ...body, inputId }))] : [body]
        return bodies.map((each) => ({ parameters: { collectionId: [id] }, body: each }))
      })
    )
  }

  #starts(version: string): ReadonlyArray<RequestExample> {
    const speaker = VersionDialect.all.find((each) => each.version === version)
    return this.#started.flatMap(({ scenario }) =>
      scenario.loginMethods.map((method) => ({
        body: speaker?.start(ScenarioCatalog.startRequestOf(scenario, method))
      }))
    )
  }

  examples(
    { body, examples, method, parameters, template }: Operation,
    { schemas, version }: PublishedApi
  ): ReadonlyArray<RequestExample> {
    const has = (name: string) => parameters.some((parameter) => parameter.name === name)
    // Uses the collections that have documents, because their data can be read and erased.
    if (has("collectionId") && method !== "POST") return this.#documents
    if (body === undefined) {
      const expiring = this.#started.filter(({ scenario }) => scenario.expire === true)
      const isExpiry = has("collectionId") && method === "POST"
      return isExpiry ? expiring.map(({ id }) => ({ parameters: { collectionId: [id] } })) : []
    }
    if (has("collectionId")) return this.#supplements(version)
    const listed = [...(Values.resolveSchema(body, schemas).examples ?? []), ...examples].map((each) => ({
      body: each
    }))
    if (template === "/consents") return [...listed, ...this.#consents.map((each) => ({ body: each }))]
    return /collections?$/.test(template) ? [...listed, ...this.#starts(version)] : listed
  }
}
