/** The collections of a run. A client starts them, polls them and posts input while nodes or services fail. */
import { ScenarioCatalog, ScenarioDriver } from "@sheaf/sandbox-site/testing"
import type { TestClient } from "@sheaf/sandbox-site/testing"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import type { AcceptedCollection } from "../checker/Evidence.ts"
import { attemptRequest, Workload } from "./Workload.ts"

interface Running {
  readonly drive: ScenarioDriver
  /** The client never answers, so the collection must time out. */
  readonly isUnanswered: boolean
}

/** Excludes electronic IDs with delays, because the service would be killed again before the delay is over. */
const isQuick = (method: LoginMethod.LoginMethod): boolean => {
  const { electronicId, environment } = LoginMethod.describe(method)
  return !electronicId || environment === "MOCK"
}

/**
 * Excluded, because this scenario fails twice for each collection. A restarted node that resumes many of these
 * collections would consider their company unavailable.
 */
const unreachable = "company-unreachable-twice"

/**
 * Returns a start request for each scenario with each of its login methods that have no delays. Includes only scenarios
 * that need no input or only the input that the catalog lists.
 */
const candidates = (scenarios: ReadonlyArray<Scenario>) =>
  scenarios
    .filter(({ expire, scenario }) => expire !== true && scenario !== unreachable)
    .flatMap((scenario) =>
      scenario.loginMethods
        .filter(isQuick)
        .map((method) => ({ scenario, start: ScenarioCatalog.startRequestOf(scenario, method) }))
    )

/** One collection in twenty never gets an answer. */
const unansweredEvery = 20

/** At least every second scenario waits for the user's input. */
const choose = <A extends { readonly scenario: Scenario }>(all: ReadonlyArray<A>, index: number): A => {
  const waiting = all.filter(({ scenario }) => (scenario.supplements ?? []).length > 0)
  const pool = index % 2 === 0 && waiting.length > 0 ? waiting : all
  const chosen = pool[(index * 7) % pool.length]
  if (chosen === undefined) throw new Error("the sandbox lists no suitable scenario")
  return chosen
}

interface Documented {
  readonly documents?: ReadonlyArray<{ readonly documentId: string }>
}

export class CollectionWorkload extends Workload<Running> {
  readonly #client: TestClient
  readonly #pool: ReturnType<typeof candidates>

  constructor(client: TestClient, scenarios: ReadonlyArray<Scenario>) {
    super()
    this.#client = client
    this.#pool = candidates(scenarios)
  }

  protected async begin(index: number): Promise<Running | undefined> {
    const { scenario, start } = choose(this.#pool, index)
    const id = await attemptRequest(this.#client.with({ "idempotency-key": `"chaos-${index}"` }).begin(start))
    if (id === undefined) return undefined
    const isUnanswered = index % unansweredEvery === 0
    const course = isUnanswered ? { ...scenario, supplements: [] } : scenario
    return { drive: new ScenarioDriver(this.#client, course, id), isUnanswered }
  }

  protected isOpen({ drive }: Running): boolean {
    return !drive.statuses.some(CollectionStatus.isFinal)
  }

  protected look({ drive }: Running): Promise<unknown> {
    return attemptRequest(drive.poll()).catch((cause: unknown) => {
      const { id, left, scenario, statuses } = drive
      const where = `${scenario.scenario}, ${left.length} inputs left, ${String(statuses.at(-1))}`
      throw new Error(`collection ${id} (${where})`, { cause })
    })
  }

  async #documentsOf({ drive: { id } }: Running): Promise<ReadonlyArray<string>> {
    const answers = [
      await this.#client.send(`/collections/${id}/insurance/data`),
      await this.#client.send(`/collections/${id}/wealth/data`)
    ]
    return answers
      .flatMap((answer) => (answer.status === 200 ? answer.read<ReadonlyArray<Documented>>() : []))
      .flatMap(({ documents = [] }) => documents.map(({ documentId }) => documentId))
  }

  /** Call this only after all collections have ended. */
  readAccepted(): Promise<ReadonlyArray<AcceptedCollection>> {
    return this.readEach(async (each) => ({
      id: each.drive.id,
      mayBe: [each.drive.scenario.finalStatus],
      seen: each.drive.statuses,
      timesOut: each.isUnanswered ? "always" : each.drive.isLate ? "possibly" : "never",
      documents: await this.#documentsOf(each)
    }))
  }
}
