/** What the tests of one version work with: a client that speaks it, and collections that wait in interesting states. */
import { CheckedClient } from "@sheaf/adapters-http/testing"
import type { PublishedContract, Speaker } from "@sheaf/adapters-http/testing"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { assert } from "vitest"
import * as Sandbox from "../Sandbox.ts"
import { until } from "../Until.ts"
import type { Service } from "./Service.ts"

/** A status object, as far as both versions have it. */
export interface Seen {
  readonly id: string
  readonly company: string
  readonly status: string
  readonly pollingInterval?: number
  readonly extraInformation?: Readonly<Record<string, unknown>>
}

/** What is there to be asked after. */
export interface Facts {
  readonly company: string
  /** Has ended COMPLETED, with insurances. */
  readonly insured: string
  /** Has ended COMPLETED, with pensions and investments. */
  readonly completed: string
  /** Has ended COMPLETED_EMPTY. */
  readonly empty: string
  /** Waits for a two-factor code of digits. */
  readonly waiting: string
  /** Waits for its user to sign on the same device. */
  readonly signing: string
  /** Waits for its user to scan a code with another device. */
  readonly scanning: string
  /** Waits for contact details. */
  readonly contactForm: string
  readonly scenarios: ReadonlyArray<Scenario>
}

export const hasEnded = ({ pollingInterval }: Seen): boolean => pollingInterval === undefined

const isAsked = ({ extraInformation }: Seen): boolean => extraInformation !== undefined

export class Setting {
  readonly speaker: Speaker.Speaker
  #service: Service | undefined
  #client: CheckedClient.Send = () => Promise.reject(new Error("the suite has not begun"))
  #facts: Facts | undefined

  constructor(speaker: Speaker.Speaker) {
    this.speaker = speaker
  }

  get service(): Service {
    return this.#service ?? assert.fail("the suite has not begun")
  }

  get facts(): Facts {
    return this.#facts ?? assert.fail("the suite has not begun")
  }

  /** Sends a request in this version, with the API key, unless its headers say otherwise. */
  readonly send: CheckedClient.Send = (path, request) => this.#client(path, request)

  readonly post = (path: string, body: unknown): Promise<CheckedClient.Answer> =>
    this.send(path, { method: "POST", body: JSON.stringify(body) })

  /** Starts a scenario, and gives the id of its collection. */
  async begin(scenario: Scenario, method: LoginMethod, { starts }: Speaker.Routes): Promise<string> {
    const answer = await this.post(starts, this.speaker.start(Sandbox.startOf(scenario, method)))
    assert.strictEqual(answer.status, this.speaker.accepted.start, answer.text)
    return (answer.json as Seen).id // the answer fits its document
  }

  /** What starts a scenario of the catalogue with a user name. */
  startOf(name: string): StartCollection {
    return Sandbox.startOf(Sandbox.named(this.facts.scenarios, name), "USERNAME_AND_PASSWORD")
  }

  /** Starts a scenario of the catalogue by its name, by user name unless it says otherwise. */
  beginNamed(
    name: string,
    { method = "USERNAME_AND_PASSWORD", routes = this.speaker.wealth }: Partial<How> = {}
  ): Promise<string> {
    return this.begin(Sandbox.named(this.facts.scenarios, name), method, routes)
  }

  async seen(id: string, { status }: Speaker.Routes = this.speaker.wealth): Promise<Seen> {
    const answer = await this.send(status(id))
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.json as Seen // the answer fits its document
  }

  /** Polls until a collection is as wanted. */
  poll(id: string, wanted: (seen: Seen) => boolean, routes: Speaker.Routes = this.speaker.wealth): Promise<Seen> {
    return until(() => this.seen(id, routes), wanted)
  }

  /** Connects to the service, and starts what the tests ask after. */
  async open(service: Service, contract: PublishedContract.PublishedContract): Promise<void> {
    this.#service = service
    this.#client = CheckedClient.make({
      base: service.base,
      headers: { "authorization-token": service.apiKey, "service-version": this.speaker.version },
      fetch: CheckedClient.checked(contract)
    })
    const { insurance, wealth } = this.speaker
    const scenarios = await Sandbox.scenarios(this.send)
    const begun = async (name: string, wanted: (seen: Seen) => boolean, how: Partial<How> = {}) => {
      const { method = "USERNAME_AND_PASSWORD", routes = wealth } = how
      const id = await this.begin(Sandbox.named(scenarios, name), method, routes)
      await this.poll(id, wanted, routes)
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
    const { company } = Sandbox.named(scenarios, "completed")
    this.#facts = { company, insured, completed, empty, waiting, signing, scanning, contactForm, scenarios }
  }
}

/** How a scenario is started. */
interface How {
  readonly method: LoginMethod
  readonly routes: Speaker.Routes
}
