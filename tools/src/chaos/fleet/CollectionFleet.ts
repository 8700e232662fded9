/** The collections of a run. A client starts them, polls them and posts their input, while nodes or services fail. */
import { Catalog, Drive } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { AcceptedCollection } from "../checker/Evidence.ts"
import { attempt, several } from "./Attempt.ts"

export interface Running {
  readonly drive: Drive
  /** True if the client never answers, so that the collection must time out. */
  readonly isUnanswered: boolean
  /** The ids of the documents to which the ended collection's records refer. */
  documents: ReadonlyArray<string>
}

/** Returns false for electronic IDs with delays, because the next kill would come before the delay ends. */
const isQuick = (method: LoginMethod.LoginMethod): boolean => {
  const { electronicId, environment } = LoginMethod.describe(method)
  return !electronicId || environment === "MOCK"
}

/**
 * Returns the scenarios that end on their own or with listed input, each with one start request per quick login method.
 */
const candidates = (scenarios: ReadonlyArray<Scenario>) =>
  scenarios
    .filter((scenario) => scenario.expire !== true)
    .flatMap((scenario) =>
      scenario.loginMethods.filter(isQuick).map((method) => ({ scenario, start: Catalog.startOf(scenario, method) }))
    )

/** One in this many collections is never answered. */
const unansweredEvery = 20

/** Chooses a scenario. At least every second scenario waits for the user's input. */
const choose = <A extends { readonly scenario: Scenario }>(all: ReadonlyArray<A>, index: number): A => {
  const waiting = all.filter(({ scenario }) => (scenario.supplements ?? []).length > 0)
  const pool = index % 2 === 0 && waiting.length > 0 ? waiting : all
  const chosen = pool[(index * 7) % pool.length]
  if (chosen === undefined) throw new Error("the sandbox lists no suitable scenario")
  return chosen
}

const fail = ({ id, left, scenario, seen }: Drive, cause: unknown): never => {
  throw new Error(`collection ${id} (${scenario.scenario}, ${left.length} inputs left, ${String(seen.at(-1))})`, {
    cause
  })
}

interface Documented {
  readonly documents?: ReadonlyArray<{ readonly documentId: string }>
}

export class CollectionFleet {
  readonly all: Array<Running> = []
  readonly #client: Client
  readonly #pool: ReturnType<typeof candidates>
  /** The indexes of the requests that got no response. */
  readonly #unanswered: Array<number> = []
  #started = 0

  constructor(client: Client, scenarios: ReadonlyArray<Scenario>) {
    this.#client = client
    this.#pool = candidates(scenarios)
  }

  /**
   * Starts collections up to this number, several at a time. Requests without a response are repeated in the next call,
   * with the same key, because the service may have accepted them.
   */
  async start(upTo: number): Promise<void> {
    const indexes = this.#unanswered.splice(0)
    while (this.#started < upTo) indexes.push(this.#started++)
    await several(indexes, async (index) => {
      this.#unanswered.push(index)
      const { scenario, start } = choose(this.#pool, index)
      const id = await attempt(this.#client.with({ "idempotency-key": `"chaos-${index}"` }).begin(start))
      if (id === undefined) return
      this.#unanswered.splice(this.#unanswered.indexOf(index), 1)
      const isUnanswered = index % unansweredEvery === 0
      const course = isUnanswered ? { ...scenario, supplements: [] } : scenario
      this.all.push({ drive: new Drive(this.#client, course, id), isUnanswered, documents: [] })
    })
  }

  /** Polls the running collections and posts their input. Returns true if all have ended. */
  async poll(): Promise<boolean> {
    const open = this.#running
    await several(open, ({ drive }) => attempt(drive.look()).catch((cause: unknown) => fail(drive, cause)))
    return open.length === 0
  }

  get #running(): ReadonlyArray<Running> {
    return this.all.filter(({ drive }) => !drive.seen.some(CollectionStatus.isFinal))
  }

  /** The number of collections that have not ended, as far as the client knows. */
  get open(): number {
    return this.#running.length
  }

  /** Finds the documents to which the ended collections' records refer. */
  async findDocuments(): Promise<void> {
    await several(this.all, async (each) => {
      const answers = await Promise.all(
        ["insurance", "wealth"].map((product) => this.#client.send(`/collections/${each.drive.id}/${product}/data`))
      )
      each.documents = answers
        .flatMap((answer) => (answer.status === 200 ? answer.read<ReadonlyArray<Documented>>() : []))
        .flatMap(({ documents = [] }) => documents.map(({ documentId }) => documentId))
    })
  }

  /** The collections as the client saw them. */
  get accepted(): ReadonlyArray<AcceptedCollection> {
    return this.all.map(({ documents, drive, isUnanswered }) => ({
      id: drive.id,
      mayBe: [drive.scenario.finalStatus],
      seen: drive.seen,
      timesOut: isUnanswered ? "always" : drive.isLate ? "possibly" : "never",
      documents
    }))
  }
}
