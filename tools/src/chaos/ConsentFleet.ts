/** The consents of one run, as a client knows them: made, used for collections, and revoked, while the service is killed. */
import { TestUser } from "@sheaf/adapters-http/testing"
import type { Answer, Client, Seen } from "@sheaf/adapters-http/testing"
import { BankFiles, ConsentHistory } from "@sheaf/app-api/testing"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import { attempt } from "./Attempt.ts"
import * as Consents from "./Consents.ts"

/** A status object of a collection, as the newest version has it. */
interface CollectionBody extends Seen {
  readonly statusChangedAt: string
}

/** What is done with a consent that is authorised. */
type Deed = "collect" | "revoke"

interface Tracked {
  readonly consentId: string
  readonly person: number
  /** Absent where the answer to its creation got lost, and with it which one it was. */
  readonly scenario?: ConsentScenario
  status: ConsentStatus.ConsentStatus
  readonly seen: Array<string>
  /** Rounds of deeds: those of one round are done at the same time. */
  readonly todo: Array<ReadonlyArray<Deed>>
  /** It was told to revoke it, and is told again until it answers. */
  isRevoked: boolean
}

/** One after the other, at the same time, or one alone: in turn. */
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

/** What it may come to in the end: as its scenario says, unless it was revoked. */
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
    // Those that end by themselves, without a page of a bank.
    this.#pool = scenarios.filter(({ expire, loginMethods }) => expire !== true && loginMethods.length > 0)
  }

  /** Gives everybody a token of the service that runs now, and looks for consents that nobody was told of. */
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
    if (found === undefined) throw new Error("nobody has been greeted")
    return found
  }

  /** Makes consents until there are so many, or the service does not answer. */
  async start(upTo: number): Promise<void> {
    while (this.#made < upTo) {
      const index = this.#made++
      const scenario = this.#pool[(index * 5) % this.#pool.length]
      if (scenario === undefined) throw new Error("the sandbox lists no consent that can be driven")
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

  /** Looks at every consent with which something is left to be done, and does it; whether nothing is. */
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

  /** Whether it need not be done again. */
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
    // Refused where the consent has ended meanwhile.
    if (answer !== undefined && answer.status !== 201 && answer.status !== 409) {
      throw new Error(`a start under a consent was answered with ${answer.status}`)
    }
    // Without an answer it may have been accepted: then it is found by its reference.
    return true
  }

  /** What was promised and not kept, once nothing is left to be done. */
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
      ...(unknown === 0 ? [] : [`${unknown} consents are known to nobody`]),
      ...Consents.bankViolations(
        statuses,
        BankFiles.all(dataDir).map(({ status }) => status)
      )
    ]
  }
}

/** All pages of a list. */
const listed = async <A>(client: Client, path: string): Promise<ReadonlyArray<A>> => {
  const entries: Array<A> = []
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Answer = await client.send(next)
    entries.push(...answer.expect(200).read<ReadonlyArray<A>>())
    next = /<([^>]+)>; rel="next"/.exec(answer.header("link") ?? "")?.[1]
  }
  return entries
}
