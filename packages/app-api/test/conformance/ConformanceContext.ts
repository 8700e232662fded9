/**
 * What the tests of one version share: a client for that version, and collections in the statuses that the tests need.
 */
import { ScenarioCatalog, TestClient, hasEnded } from "@sheaf/sandbox-site/testing"
import type {
  TestResponse,
  PublishedContract,
  AnyStatusObject,
  SendRequest,
  VersionDialect
} from "@sheaf/sandbox-site/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { assert } from "vitest"
import type { Service } from "./Service.ts"

export interface TestObjects {
  readonly company: string
  /** A collection that ended as COMPLETED, with insurance policies. */
  readonly insured: string
  /** A collection that ended as COMPLETED, with pensions and investments. */
  readonly completed: string
  readonly empty: string
  /** A collection that waits for a numeric two-factor code. */
  readonly waiting: string
  /** A collection that waits for its user to sign on the same device. */
  readonly signing: string
  /** A collection that waits for its user to scan a code with another device. */
  readonly scanning: string
  readonly contactForm: string
  readonly scenarios: ReadonlyArray<Scenario>
}

const isAsked = ({ extraInformation }: AnyStatusObject): boolean => extraInformation !== undefined

export class ConformanceContext {
  readonly speaker: VersionDialect.VersionDialect
  #service: Service | undefined
  #client: TestClient | undefined
  #facts: TestObjects | undefined

  constructor(speaker: VersionDialect.VersionDialect) {
    this.speaker = speaker
  }

  get service(): Service {
    return this.#service ?? assert.fail("the suite has not begun")
  }

  get client(): TestClient {
    return this.#client ?? assert.fail("the suite has not begun")
  }

  get facts(): TestObjects {
    return this.#facts ?? assert.fail("the suite has not begun")
  }

  /** Sends a request with this version and the API key, unless its headers override them. */
  readonly send: SendRequest = (path, request) => this.client.send(path, request)

  readonly post = (path: string, body: unknown): Promise<TestResponse> => this.client.post(path, body)

  startOf(name: string): StartCollection {
    return ScenarioCatalog.startRequestOf(
      ScenarioCatalog.findScenario(this.facts.scenarios, name),
      "USERNAME_AND_PASSWORD"
    )
  }

  beginNamed(
    name: string,
    { method = "USERNAME_AND_PASSWORD", routes = this.speaker.wealth }: Partial<How> = {}
  ): Promise<string> {
    return this.client.begin(
      ScenarioCatalog.startRequestOf(ScenarioCatalog.findScenario(this.facts.scenarios, name), method),
      routes
    )
  }

  seen(id: string): Promise<AnyStatusObject> {
    return this.client.status(id)
  }

  poll(
    id: string,
    wanted: (seen: AnyStatusObject) => boolean,
    routes?: VersionDialect.ProductRoutes
  ): Promise<AnyStatusObject> {
    return this.client.poll(id, wanted, routes)
  }

  async open(service: Service, contract: PublishedContract.PublishedContract): Promise<void> {
    this.#service = service
    const client = new TestClient({
      base: service.base,
      version: this.speaker.version,
      headers: { "authorization-token": service.apiKey },
      contract
    })
    this.#client = client
    const { insurance, wealth } = this.speaker
    const scenarios = await client.scenarios()
    const begun = async (name: string, wanted: (seen: AnyStatusObject) => boolean, how: Partial<How> = {}) => {
      const { method = "USERNAME_AND_PASSWORD", routes = wealth } = how
      const id = await client.begin(
        ScenarioCatalog.startRequestOf(ScenarioCatalog.findScenario(scenarios, name), method),
        routes
      )
      await client.poll(id, wanted, routes)
      return id
    }
    const unanswered = "electronic-id-unanswered"
    const [insured, completed, empty, waiting, signing, scanning, contactForm] = await Promise.all([
      begun("completed", hasEnded, { routes: insurance }),
      begun("completed", hasEnded),
      begun("completed-empty", hasEnded),
      begun("two-factor", isAsked),
      begun(unanswered, isAsked, { method: "SWEDISH_MOBILE_EID_SAME_DEVICE_MOCK" }),
      begun(unanswered, isAsked, { method: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK" }),
      begun("contact-form-pending", isAsked)
    ])
    const { company } = ScenarioCatalog.findScenario(scenarios, "completed")
    this.#facts = { company, insured, completed, empty, waiting, signing, scanning, contactForm, scenarios }
  }
}

interface How {
  readonly method: LoginMethod
  readonly routes: VersionDialect.ProductRoutes
}
