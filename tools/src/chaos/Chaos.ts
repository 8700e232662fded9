/**
 * Kills the service repeatedly while collections and consents run, and checks that it keeps its promises. Every
 * accepted collection continues and ends once, as it would without kills, and has one event for its end. No history goes
 * backwards, no document is stored twice, and every revoked consent is revoked at the bank.
 */
import { Client } from "@sheaf/adapters-http/testing"
import { BankFiles, ConsentHistory, start as startService } from "@sheaf/app-api/testing"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import { Schema } from "effect"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as pause } from "node:timers/promises"
import { CollectionFleet } from "./CollectionFleet.ts"
import type { Running } from "./CollectionFleet.ts"
import { ConsentFleet } from "./ConsentFleet.ts"
import * as Documents from "./Documents.ts"
import * as Events from "./Events.ts"
import * as History from "./History.ts"

export interface Plan {
  readonly dataDir: string
  readonly collections: number
  readonly consents: number
  readonly kills: number
  /** The shortest and the longest time between a start of the service and its kill, in milliseconds. */
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
  readonly events: number
  /** The broken promises, one sentence each. */
  readonly violations: ReadonlyArray<string>
}

const decodeHistory = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ revision: Schema.Finite, status: CollectionStatus.CollectionStatus, at: Schema.Finite }))
)

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

const check = (
  plan: Plan,
  all: ReadonlyArray<Running>,
  events: ReadonlyArray<Events.ReadEvent>
): Pick<ChaosResult, "missed" | "violations"> => {
  const database = new DatabaseSync(join(plan.dataDir, "sheaf.db"), { readOnly: true })
  try {
    const left = database.prepare("SELECT count(*) AS n FROM collection WHERE ended_at IS NULL").get()
    const unfinished = Number(left?.["n"])
    return {
      missed: all.filter((running) => hasMissed(running, historyOf(database, running))).length,
      violations: [
        ...(unfinished > 0 ? [`${unfinished} collections have not ended`] : []),
        ...all.flatMap((running) => violationsOf(database, running)),
        ...Events.violationsOf(
          {
            collections: database.prepare(Events.statements.collections).all(),
            consents: database.prepare(Events.statements.consents).all()
          },
          events
        )
      ]
    }
  } finally {
    database.close()
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
    const fleet = new CollectionFleet(client, await client.scenarios())
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
          fleet.start(Math.ceil(plan.collections * share)),
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
      // Tokens name the service's address, which has changed.
      await consents.greet(client)
    }
    const beforeLast = fleet.supplied
    await Promise.all([fleet.start(plan.collections), consents.start(plan.consents)])
    while (!(await fleet.poll())) await pause(100)
    while (!(await consents.poll())) await pause(100)
    while (!isIdle(plan.dataDir)) await pause(100)
    await fleet.findDocuments()
    const violations = await consents.check(ConsentHistory.read(plan.dataDir), BankFiles.all(plan.dataDir), true)
    const events = await Events.readAll(client)
    await service.stop()
    const found = check(plan, fleet.all, events)
    return {
      events: events.length,
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
