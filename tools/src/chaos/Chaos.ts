/**
 * Kills the service repeatedly while collections and consents run, and checks that it keeps its promises. Every
 * accepted collection continues and ends once, as it would without kills. No history goes backwards, no document is
 * stored twice, and every revoked consent is revoked at the bank.
 */
import { Catalog, Client, Drive } from "@sheaf/adapters-http/testing"
import { ConsentHistory, start as startService } from "@sheaf/app-api/testing"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/domain/Scenario"
import { Schema } from "effect"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as pause } from "node:timers/promises"
import { attempt } from "./Attempt.ts"
import { ConsentFleet } from "./ConsentFleet.ts"
import * as Documents from "./Documents.ts"
import * as History from "./History.ts"

export interface Plan {
  readonly dataDir: string
  readonly collections: number
  readonly consents: number
  readonly kills: number
  /** The shortest and the longest time from starting the service to killing it, in milliseconds. */
  readonly life: readonly [number, number]
  readonly random: () => number
  readonly report?: (line: string) => void
}

export interface ChaosResult {
  readonly accepted: number
  readonly consents: number
  /** The number of inputs posted after the last kill. */
  readonly suppliedAfterKill: number
  /** The number of collections that timed out because the client posted their input too late on a busy machine. */
  readonly missed: number
  /** The broken promises, one sentence each. */
  readonly violations: ReadonlyArray<string>
}

interface Running {
  readonly drive: Drive
  /** The ids of the documents to which the ended collection's records refer. */
  documents: ReadonlyArray<string>
}

const running = (drive: Drive): Running => ({ drive, documents: [] })

const decodeHistory = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ revision: Schema.Finite, status: CollectionStatus.CollectionStatus, at: Schema.Finite }))
)

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

/** Chooses a scenario. At least every second one waits for the user's input. */
const choose = <A extends { readonly scenario: Scenario }>(all: ReadonlyArray<A>, index: number): A => {
  const waiting = all.filter(({ scenario }) => (scenario.supplements ?? []).length > 0)
  const pool = index % 2 === 0 && waiting.length > 0 ? waiting : all
  const chosen = pool[(index * 7) % pool.length]
  if (chosen === undefined) throw new Error("the sandbox lists no suitable scenario")
  return chosen
}

const historyOf = (database: DatabaseSync, { drive }: Running): ReadonlyArray<History.Entry> =>
  decodeHistory(
    database
      .prepare("SELECT revision, status, at FROM collection_history WHERE collection_id = ? ORDER BY revision")
      .all(drive.id)
  )

const hasMissed = ({ drive }: Running, history: ReadonlyArray<History.Entry>): boolean =>
  drive.isLate && History.hasTimedOut(history)

/**
 * Checks the stored collection. The table's primary key already ensures that each product's data is stored only once.
 */
const violationsOf = (database: DatabaseSync, running: Running): ReadonlyArray<string> => {
  const { documents, drive } = running
  const { id, seen } = drive
  const { scenario } = drive.scenario
  const history = historyOf(database, running)
  const finalStatus = hasMissed(running, history) ? String(history.at(-1)?.status) : drive.scenario.finalStatus
  const stored = database.prepare("SELECT count(*) AS n FROM collection_document WHERE collection_id = ?").get(id)
  return [
    ...History.violationsOf(history, { finalStatus, seen }),
    ...Documents.violationsOf(Number(stored?.["n"]), documents)
  ].map((violation) => `${id} (${scenario}) ${violation}`)
}

const check = (plan: Plan, all: ReadonlyArray<Running>): Pick<ChaosResult, "missed" | "violations"> => {
  const database = new DatabaseSync(join(plan.dataDir, "sheaf.db"), { readOnly: true })
  try {
    const left = database.prepare("SELECT count(*) AS n FROM collection WHERE ended_at IS NULL").get()
    const unfinished = Number(left?.["n"])
    return {
      missed: all.filter((running) => hasMissed(running, historyOf(database, running))).length,
      violations: [
        ...(unfinished > 0 ? [`${unfinished} collections have not ended`] : []),
        ...all.flatMap((running) => violationsOf(database, running))
      ]
    }
  } finally {
    database.close()
  }
}

interface Doubtful {
  readonly reference: string
  readonly scenario: Scenario
}

interface Documented {
  readonly documents?: ReadonlyArray<{ readonly documentId: string }>
}

/** The collections of a run, as a client knows them. */
class Fleet {
  readonly all: Array<Running> = []
  readonly #pool: ReturnType<typeof candidates>
  #doubtful: Array<Doubtful> = []
  #started = 0

  constructor(scenarios: ReadonlyArray<Scenario>) {
    this.#pool = candidates(scenarios)
  }

  /** Starts collections up to this number, or until the service stops responding. */
  async start(client: Client, upTo: number): Promise<void> {
    while (this.#started < upTo) {
      const { scenario, start } = choose(this.#pool, this.#started)
      const reference = `chaos-${this.#started}`
      const metadata = { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: reference } } as const
      const id = await attempt(client.begin({ ...start, parameters: [...start.parameters, metadata] }))
      this.#started++
      if (id === undefined) {
        // The service may have accepted the request without responding. If so, the collection must end like any other.
        this.#doubtful.push({ reference, scenario })
        return
      }
      this.all.push(running(new Drive(client, scenario, id)))
    }
  }

  /** Finds the collections whose start request got no response. */
  async resolve(client: Client): Promise<void> {
    for (const { reference, scenario } of this.#doubtful) {
      const path = `/collections?externalReference=${reference}`
      for (const { collectionId } of await client.read<ReadonlyArray<{ readonly collectionId: string }>>(path)) {
        this.all.push(running(new Drive(client, scenario, collectionId)))
      }
    }
    this.#doubtful = []
  }

  /** Polls the running collections and posts their input. Returns true if all have ended. */
  async poll(): Promise<boolean> {
    const open = this.all.filter(({ drive }) => !drive.seen.some(CollectionStatus.isFinal))
    await Promise.all(open.map(({ drive }) => attempt(drive.look())))
    return open.length === 0
  }

  /** Finds the documents to which the ended collections' records refer. */
  async findDocuments(client: Client): Promise<void> {
    for (const each of this.all) {
      const answers = await Promise.all(
        ["insurance", "wealth"].map((product) => client.send(`/collections/${each.drive.id}/${product}/data`))
      )
      each.documents = answers
        .flatMap((answer) => (answer.status === 200 ? answer.read<ReadonlyArray<Documented>>() : []))
        .flatMap(({ documents = [] }) => documents.map(({ documentId }) => documentId))
    }
  }

  get supplied(): number {
    return this.all.reduce((sum, { drive }) => sum + (drive.scenario.supplements ?? []).length - drive.left.length, 0)
  }
}

/** Returns true if no collection is running and the banks know about every ended consent. */
const isIdle = (dataDir: string): boolean => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { readOnly: true })
  try {
    const left = database
      .prepare(
        `SELECT (SELECT count(*) FROM collection WHERE ended_at IS NULL)
           + (SELECT count(*) FROM consent WHERE closed_at IS NULL AND status IN ('REVOKED', 'FAILED', 'EXPIRED')) AS n`
      )
      .get()
    return left?.["n"] === 0
  } finally {
    database.close()
  }
}

/** Runs the plan. Stops the service even if the run fails, and keeps the data folder for inspection. */
export const run = async (plan: Plan): Promise<ChaosResult> => {
  const [least, most] = plan.life
  let service = await startService({ dataDir: plan.dataDir })
  try {
    const client = new Client({ base: () => service.base, contract: "unchecked" })
    ConsentHistory.record(plan.dataDir)
    const fleet = new Fleet(await client.scenarios())
    const consents = new ConsentFleet(await client.consentScenarios())
    await consents.greet(client)

    for (let kill = 1; kill <= plan.kills; kill++) {
      let alive = true
      const end = pause(least + plan.random() * (most - least)).then(() => {
        alive = false
        return service.kill()
      })
      const use = async () => {
        const share = kill / plan.kills
        await Promise.all([
          fleet.start(client, Math.ceil(plan.collections * share)),
          consents.start(Math.ceil(plan.consents * share))
        ])
        while (alive) {
          await Promise.all([fleet.poll(), consents.poll()])
          await pause(50)
        }
      }
      await Promise.all([end, use()])
      plan.report?.(
        `killed ${kill} of ${plan.kills}: ${fleet.all.length} collections, ${consents.all.length} consents known so far`
      )
      service = await startService({ dataDir: plan.dataDir })
      await fleet.resolve(client)
      await consents.greet(client)
    }
    const beforeLast = fleet.supplied
    await Promise.all([fleet.start(client, plan.collections), consents.start(plan.consents)])
    while (!(await fleet.poll())) await pause(100)
    while (!(await consents.poll())) await pause(100)
    while (!isIdle(plan.dataDir)) await pause(100)
    await fleet.findDocuments(client)
    const violations = await consents.check(plan.dataDir)
    await service.stop()
    const found = check(plan, fleet.all)
    return {
      accepted: fleet.all.length,
      consents: consents.all.length,
      suppliedAfterKill: fleet.supplied - beforeLast,
      missed: found.missed,
      violations: [...violations, ...found.violations]
    }
  } finally {
    await service.kill()
  }
}
