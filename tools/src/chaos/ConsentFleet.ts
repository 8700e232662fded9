/** The consents of a run. A client creates them, collects under them and revokes them while the service is killed. */
import { TestUser } from "@sheaf/adapters-http/testing"
import type { Answer, Client, Seen } from "@sheaf/adapters-http/testing"
import { BankFiles, ConsentHistory } from "@sheaf/app-api/testing"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { attempt } from "./Attempt.ts"
import * as Consents from "./Consents.ts"

/** A collection's status object in the newest version. */
interface CollectionBody extends Seen {
  readonly statusChangedAt: string
}

/** An action on an authorized consent. */
type Deed = "collect" | "revoke"

interface Tracked {
  readonly consentId: string
  readonly person: number
  /** Absent if the creation's response was lost. */
  readonly scenario?: ConsentScenario
  status: ConsentStatus.ConsentStatus
  readonly seen: Array<string>
  /** Rounds of actions. All actions in a round run concurrently. */
  readonly todo: Array<ReadonlyArray<Deed>>
  /** True once a revocation was sent. The client repeats it until the service responds. */
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
  if (scenario?.finalStatus === "FAILED") return ["FAILED"]
  if (isRevoked) return ["REVOKED"]
  return scenario === undefined ? ["AUTHORIZED", "FAILED", "REVOKED"] : ["AUTHORIZED", scenario.finalStatus]
}

export class ConsentFleet {
  readonly all: Array<Tracked> = []
  readonly #pool: ReadonlyArray<ConsentScenario>
  #persons: ReadonlyArray<TestUser> = []
  #made = 0

  constructor(scenarios: ReadonlyArray<ConsentScenario>) {
    // Scenarios that need neither a page nor a timeout.
    this.#pool = scenarios.filter(
      ({ expire, loginMethods, presses, redirect }) =>
        expire !== true && presses === undefined && redirect === undefined && loginMethods.length > 0
    )
  }

  /** Creates tokens at the running service, and finds the consents whose create request got no response. */
  async greet(client: Client): Promise<void> {
    const persons: Array<TestUser> = []
    for (let person = 0; person < people; person++) persons.push(await TestUser.make(client, `chaos-${person}`))
    this.#persons = persons
    for (const [person, each] of persons.entries()) {
      for (const { consentId, status } of await listed<ConsentStatusObject>(each.client, "/consents?limit=100")) {
        if (this.all.some((known) => known.consentId === consentId)) continue
        this.all.push({ consentId, person, status, seen: [], todo: [["revoke"]], isRevoked: false })
      }
    }
  }

  #person({ person }: Pick<Tracked, "person">): TestUser {
    const found = this.#persons[person]
    if (found === undefined) throw new Error("the persons have no tokens yet")
    return found
  }

  /** Creates consents up to this number, or until the service stops responding. */
  async start(upTo: number): Promise<void> {
    while (this.#made < upTo) {
      const index = this.#made++
      const scenario = this.#pool[(index * 5) % this.#pool.length]
      if (scenario === undefined) throw new Error("the sandbox lists no suitable consent scenario")
      const person = index % people
      const { company, loginMethods, parameters } = scenario
      const loginMethod = loginMethods.find((method) => method.endsWith("_MOCK"))
      const answer = await attempt(this.#person({ person }).post("/consents", { company, loginMethod, parameters }))
      if (answer === undefined) return
      const { consentId, status } = answer.expect(201).read<ConsentStatusObject>()
      const todo = [...(plans[index % plans.length] ?? [])]
      this.all.push({ consentId, person, scenario, status, seen: [status], todo, isRevoked: false })
    }
  }

  /** Polls the open consents and runs their actions. Returns true if no consent is open. */
  async poll(): Promise<boolean> {
    const open = this.all.filter((tracked) => !isDone(tracked))
    await Promise.all(open.map((tracked) => this.#poll(tracked)))
    return open.length === 0
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
    const answer = await attempt(withKey.post("/collections", { company: scenario?.company, parameters }))
    // 409 means that the consent has ended in the meantime.
    if (answer !== undefined && answer.status !== 201 && answer.status !== 409) {
      throw new Error(`starting a collection under a consent returned ${answer.status}`)
    }
    // The service may have accepted the request without responding. The check finds the collection by its reference.
    return true
  }

  /** Returns the violated guarantees. Call this function only after all consents have ended. */
  async check(dataDir: string): Promise<ReadonlyArray<string>> {
    const histories = ConsentHistory.read(dataDir)
    const violations: Array<string> = []
    const statuses: Array<string> = []
    for (const tracked of this.all) {
      const { client, withKey } = this.#person(tracked)
      const { consentId, scenario, seen } = tracked
      const body = await client.read<ConsentStatusObject>(`/consents/${consentId}/status`)
      const found = await listed<{ readonly collectionId: string }>(
        withKey,
        `/collections?externalReference=${consentId}`
      )
      const collections = await Promise.all(
        found.map(({ collectionId }) => withKey.read<CollectionBody>(`/collections/${collectionId}/status`))
      )
      statuses.push(body.status)
      const { revokedAt, status } = body
      const known = { mayBe: mayBe(tracked), status, seen, collections, ...(revokedAt !== undefined && { revokedAt }) }
      for (const violation of Consents.violationsOf(histories.get(consentId) ?? [], known)) {
        violations.push(`${consentId} (${scenario?.scenario ?? "unknown"}) ${violation}`)
      }
    }
    const unknown = histories.size - this.all.length
    return [
      ...violations,
      ...(unknown === 0 ? [] : [`${unknown} consents are unknown to the client`]),
      ...Consents.bankViolations(
        statuses,
        BankFiles.all(dataDir).map(({ status }) => status)
      )
    ]
  }
}

/** Reads all pages of a list. */
const listed = async <A>(client: Client, path: string): Promise<ReadonlyArray<A>> => {
  const entries: Array<A> = []
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Answer = await client.send(next)
    entries.push(...answer.expect(200).read<ReadonlyArray<A>>())
    next = /<([^>]+)>; rel="next"/.exec(answer.header("link") ?? "")?.[1]
  }
  return entries
}
