/**
 * The consents of a run. A client creates consents, collects under them and revokes them while the service is killed.
 */
import { TestUser } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { ConsentScenario } from "@sheaf/adapters-sandbox/scenarios"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { AcceptedConsent } from "../checker/Evidence.ts"
import { attemptRequest, Workload } from "./Workload.ts"

type Deed = "collect" | "revoke"

interface Tracked {
  readonly consentId: string
  readonly person: TestUser
  readonly scenario: ConsentScenario
  status: ConsentStatus.ConsentStatus
  readonly seen: Array<string>
  /** Rounds of actions. The actions of a round run concurrently. */
  readonly todo: Array<ReadonlyArray<Deed>>
  /** True once a revocation has been sent. The client repeats it until the service responds. */
  isRevoked: boolean
}

/**
 * Each new consent gets the next of these plans, in rotation: collect, then revoke; collect and revoke concurrently;
 * only collect; only revoke.
 */
const plans: ReadonlyArray<ReadonlyArray<ReadonlyArray<Deed>>> = [
  [["collect"], ["revoke"]],
  [["collect", "revoke"]],
  [["collect"]],
  [["revoke"]]
]

export const createUsers = (client: TestClient): Promise<ReadonlyArray<TestUser>> =>
  Promise.all([1, 2, 3, 4].map((person) => TestUser.make(client, `chaos-${person}`)))

const mayBe = ({ isRevoked, scenario }: Tracked): ReadonlyArray<string> => {
  if (scenario.finalStatus === "FAILED") return ["FAILED"]
  return isRevoked ? ["REVOKED"] : ["AUTHORIZED", scenario.finalStatus]
}

export class ConsentWorkload extends Workload<Tracked> {
  readonly #pool: ReadonlyArray<ConsentScenario>
  readonly #persons: ReadonlyArray<TestUser>

  constructor(scenarios: ReadonlyArray<ConsentScenario>, persons: ReadonlyArray<TestUser>) {
    super()
    this.#pool = scenarios.filter(
      ({ answers, expire, loginMethods, presses, redirect }) =>
        expire !== true && loginMethods.length > 0 && [answers, presses, redirect].every((deed) => deed === undefined)
    )
    this.#persons = persons
  }

  protected async begin(index: number): Promise<Tracked | undefined> {
    const scenario = this.#pool[(index * 5) % this.#pool.length]
    const person = this.#persons[index % this.#persons.length]
    if (scenario === undefined || person === undefined) throw new Error("there is no suitable consent scenario or user")
    const { company, loginMethods, parameters } = scenario
    const loginMethod = loginMethods.find((method) => method.endsWith("_MOCK"))
    const client = person.client.with({ "idempotency-key": `"chaos-${index}"` })
    const answer = await attemptRequest(client.post("/consents", { company, loginMethod, parameters }))
    if (answer === undefined) return undefined
    const { consentId, status } = answer.expect(201).read<ConsentStatusObject>()
    const todo = [...(plans[index % plans.length] ?? [])]
    return { consentId, person, scenario, status, seen: [status], todo, isRevoked: false }
  }

  protected isOpen({ status, todo }: Tracked): boolean {
    return !ConsentStatus.isFinal(status) && (status !== "AUTHORIZED" || todo.length > 0)
  }

  #read({ consentId, person }: Tracked): Promise<ConsentStatusObject> {
    return person.client.read<ConsentStatusObject>(`/consents/${consentId}/status`)
  }

  protected async look(tracked: Tracked): Promise<void> {
    const found = await attemptRequest(this.#read(tracked))
    if (found === undefined) return
    const { status } = found
    if (tracked.seen.at(-1) !== status) tracked.seen.push(status)
    tracked.status = status
    const deeds = tracked.todo[0]
    if (status !== "AUTHORIZED" || deeds === undefined) return
    const done = await Promise.all(deeds.map((deed) => this.#do(tracked, deed)))
    if (done.every((each) => each)) tracked.todo.shift()
  }

  /** Returns true if the action need not be retried. */
  async #do(tracked: Tracked, deed: Deed): Promise<boolean> {
    const { consentId, person, scenario } = tracked
    if (deed === "revoke") {
      tracked.isRevoked = true
      return (await attemptRequest(person.client.delete(`/consents/${consentId}`)))?.expect(200) !== undefined
    }
    const reference = { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: consentId } }
    const parameters = [{ type: "STORED_CONSENT", consentId, psuIpAddress: "192.0.2.17" }, reference]
    const answer = await attemptRequest(person.withKey.post("/collections", { company: scenario.company, parameters }))
    // The status 409 means that the consent has ended in the meantime.
    if (answer?.status !== 409) answer?.expect(201)
    // The service may have accepted the request without responding. If so, the check finds the collection by its
    // reference.
    return true
  }

  /** Call this only after all consents have ended. */
  readAccepted(): Promise<ReadonlyArray<AcceptedConsent>> {
    return this.readEach(async (tracked) => {
      const { status } = await this.#read(tracked)
      return { id: tracked.consentId, mayBe: mayBe(tracked), seen: tracked.seen, status }
    })
  }
}
