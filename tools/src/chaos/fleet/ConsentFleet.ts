/** The consents of a run. A client creates them, collects under them and revokes them while the service is killed. */
import { TestUser } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { AcceptedConsent } from "../checker/Evidence.ts"
import { attempt, several } from "./Attempt.ts"

/** An action on an authorized consent. */
type Deed = "collect" | "revoke"

interface Tracked {
  readonly consentId: string
  readonly person: number
  readonly scenario: ConsentScenario
  status: ConsentStatus.ConsentStatus
  readonly seen: Array<string>
  /** Rounds of actions. All actions in a round run concurrently. */
  readonly todo: Array<ReadonlyArray<Deed>>
  /** True once a revocation has been sent. The client repeats the revocation until the service responds. */
  isRevoked: boolean
}

/** The plans, used in turn: collect and then revoke, collect and revoke at the same time, or only one of the two. */
const plans: ReadonlyArray<ReadonlyArray<ReadonlyArray<Deed>>> = [
  [["collect"], ["revoke"]],
  [["collect", "revoke"]],
  [["collect"]],
  [["revoke"]]
]

const people = 4

const isOver = ({ status }: Tracked): boolean => ConsentStatus.isFinal(status)

const isDone = (tracked: Tracked): boolean =>
  isOver(tracked) || (tracked.status === "AUTHORIZED" && tracked.todo.length === 0)

/** Returns the possible final statuses. They depend on the scenario and on a revocation, if any. */
const mayBe = ({ isRevoked, scenario }: Tracked): ReadonlyArray<string> => {
  if (scenario.finalStatus === "FAILED") return ["FAILED"]
  return isRevoked ? ["REVOKED"] : ["AUTHORIZED", scenario.finalStatus]
}

export class ConsentFleet {
  readonly all: Array<Tracked> = []
  readonly #pool: ReadonlyArray<ConsentScenario>
  #persons: ReadonlyArray<TestUser> = []
  readonly #unanswered: Array<number> = []
  #made = 0

  constructor(scenarios: ReadonlyArray<ConsentScenario>) {
    // Scenarios that need neither a page nor a timeout.
    this.#pool = scenarios.filter(
      ({ expire, loginMethods, presses, redirect }) =>
        expire !== true && presses === undefined && redirect === undefined && loginMethods.length > 0
    )
  }

  /** Creates the users and their tokens. */
  async greet(client: Client): Promise<void> {
    const made = Array.from({ length: people }, (_, person) => TestUser.make(client, `chaos-${person}`))
    this.#persons = await Promise.all(made)
  }

  #person({ person }: Pick<Tracked, "person">): TestUser {
    const found = this.#persons[person]
    if (found === undefined) throw new Error("the users have no tokens yet")
    return found
  }

  /** Creates consents up to this number. Repeats requests that got no response, as a collection fleet does. */
  async start(upTo: number): Promise<void> {
    const indexes = this.#unanswered.splice(0)
    while (this.#made < upTo) indexes.push(this.#made++)
    await several(indexes, (index) => this.#make(index))
  }

  async #make(index: number): Promise<void> {
    const scenario = this.#pool[(index * 5) % this.#pool.length]
    if (scenario === undefined) throw new Error("the sandbox lists no suitable consent scenario")
    this.#unanswered.push(index)
    const person = index % people
    const { company, loginMethods, parameters } = scenario
    const loginMethod = loginMethods.find((method) => method.endsWith("_MOCK"))
    const client = this.#person({ person }).client.with({ "idempotency-key": `"chaos-${index}"` })
    const answer = await attempt(client.post("/consents", { company, loginMethod, parameters }))
    if (answer === undefined) return
    const { consentId, status } = answer.expect(201).read<ConsentStatusObject>()
    this.#unanswered.splice(this.#unanswered.indexOf(index), 1)
    const todo = [...(plans[index % plans.length] ?? [])]
    this.all.push({ consentId, person, scenario, status, seen: [status], todo, isRevoked: false })
  }

  /** Polls the open consents and runs their actions. Returns true if no consent is open. */
  async poll(): Promise<boolean> {
    const open = this.#active
    await several(open, (tracked) => this.#poll(tracked))
    return open.length === 0
  }

  get #active(): ReadonlyArray<Tracked> {
    return this.all.filter((tracked) => !isDone(tracked))
  }

  /** The number of consents on which the client still acts. */
  get open(): number {
    return this.#active.length
  }

  async #poll(tracked: Tracked): Promise<void> {
    const path = `/consents/${tracked.consentId}/status`
    const found = await attempt(this.#person(tracked).client.read<ConsentStatusObject>(path))
    if (found === undefined) return
    const { status } = found
    if (tracked.seen.at(-1) !== status) tracked.seen.push(status)
    tracked.status = status
    const deeds = tracked.todo[0]
    if (status !== "AUTHORIZED" || deeds === undefined) return
    const done = await Promise.all(deeds.map((deed) => this.#do(tracked, deed)))
    if (done.every((each) => each)) tracked.todo.shift()
  }

  /** Runs an action. Returns true if the action needs no retry. */
  async #do(tracked: Tracked, deed: Deed): Promise<boolean> {
    const { client, withKey } = this.#person(tracked)
    const { consentId, scenario } = tracked
    if (deed === "revoke") {
      tracked.isRevoked = true
      return (await attempt(client.delete(`/consents/${consentId}`)))?.expect(200) !== undefined
    }
    const reference = { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: consentId } }
    const parameters = [{ type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }, reference]
    const answer = await attempt(withKey.post("/collections", { company: scenario.company, parameters }))
    // 409 means that the consent ended in the meantime.
    if (answer?.status !== 409) answer?.expect(201)
    // The service may have accepted the request without responding. The check finds the collection by its reference.
    return true
  }

  /** The consents as their client sees them at the end. Call this only after all consents have ended. */
  readAccepted(): Promise<ReadonlyArray<AcceptedConsent>> {
    return Promise.all(
      this.all.map(async (tracked) => {
        const path = `/consents/${tracked.consentId}/status`
        const { status } = await this.#person(tracked).client.read<ConsentStatusObject>(path)
        return { id: tracked.consentId, mayBe: mayBe(tracked), seen: tracked.seen, status }
      })
    )
  }

  /** The tokens of the users. */
  get tokens(): ReadonlyArray<string> {
    return this.#persons.map(({ token }) => token)
  }
}
