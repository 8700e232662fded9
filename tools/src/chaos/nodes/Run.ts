/** A run with faults: clients use the nodes while faults occur one after another. Afterwards, everything must end. */
import { BankFiles } from "@sheaf/app-api/testing"
import { statusWhenUnanswered } from "@sheaf/domain/SupplementInfo"
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Random } from "../../workshop/driver/Random.ts"
import type { Accepted } from "../checker/Evidence.ts"
import { CollectionFleet } from "../CollectionFleet.ts"
import { ConsentFleet } from "../ConsentFleet.ts"
import type { Entry } from "../Consents.ts"
import * as Events from "../Events.ts"
import type { Fault } from "./Faults.ts"
import { Pace } from "./Pace.ts"
import * as Stage from "./Stage.ts"

export interface Plan {
  readonly nodes: number
  readonly collections: number
  readonly consents: number
  readonly faults: ReadonlyArray<Fault>
  /** The number of times that each fault occurs. */
  readonly rounds: number
  readonly random: Random
  readonly report: (line: string) => void
}

export interface Outcome {
  readonly collections: number
  readonly consents: number
  readonly violations: ReadonlyArray<string>
  /** The folder with the logs, if the run found violations. */
  readonly folder: string
}

/** The time within which everything must end after the last fault, in milliseconds. */
const patience = 12 * 60_000

const unfinished = `SELECT 'collection' AS what, id, status, step::int, shard FROM collection WHERE ended_at IS NULL
  UNION ALL SELECT 'consent', id, status, step::int, shard FROM consent
    WHERE closed_at IS NULL AND status IN ('REVOKED', 'FAILED', 'EXPIRED')`

interface Unfinished {
  readonly what: string
  readonly id: string
  readonly status: string
  readonly step: number
}

/** After this number of unexpected responses, a run starts no more objects. */
const mostSurprises = 20

/** Returns an error's message with those of its causes. */
const whyOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : [whyOf(error.cause)])].join(": ")
    : String(error)

/** The collections or the consents of a run, as its clients use them. */
interface Fleet {
  readonly all: ReadonlyArray<unknown>
  readonly open: number
  readonly start: (upTo: number) => Promise<void>
  readonly poll: () => Promise<unknown>
}

/** Uses the nodes until `isOver`: starts the objects of a fleet that are due, polls them, and acts on them. */
const use = async (
  what: string,
  fleet: Fleet,
  due: () => number,
  isOver: () => boolean,
  surprised: (sentence: string) => void
): Promise<void> => {
  const pace = new Pace()
  const repeatedly = async (act: () => Promise<unknown>) => {
    while (!isOver()) {
      await act().catch((error: unknown) => {
        for (const each of error instanceof AggregateError ? error.errors : [error]) {
          surprised(`a client got an unexpected response while it used ${what}: ${whyOf(each)}`)
        }
      })
      await pause(100)
    }
  }
  await Promise.all([
    repeatedly(() => fleet.start(Math.min(due(), fleet.all.length + Math.max(0, pace.open - fleet.open)))),
    repeatedly(async () => {
      const [began, { open }] = [performance.now(), fleet]
      await fleet.poll()
      pace.polled(open, performance.now() - began)
    })
  ])
}

const accepted = ({ all }: CollectionFleet): ReadonlyArray<Accepted> =>
  all.map(({ drive }) => ({
    id: drive.id,
    mayBe: [drive.scenario.finalStatus, ...(drive.isLate ? Object.values(statusWhenUnanswered) : [])],
    seen: drive.seen
  }))

const checker = fileURLToPath(new URL("../checker/main.ts", import.meta.url))

/** Runs the checker as a separate program, and returns its output. */
const check = ({ companyLog, folder, postgres }: Stage.Stage, collections: CollectionFleet) => {
  const clientLog = join(folder, "client.log")
  writeFileSync(
    clientLog,
    accepted(collections)
      .map((each) => `${JSON.stringify(each)}\n`)
      .join("")
  )
  return new Promise<ReadonlyArray<string>>((resolve, reject) => {
    const words = [checker, postgres.url(), companyLog, clientLog]
    execFile(process.execPath, words, { maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (error !== null && stdout === "") reject(new Error(stderr))
      else resolve(stdout.trim().split("\n"))
    })
  })
}

const consentHistories = async ({ query }: Stage.Stage) => {
  const rows = await query("SELECT id, status, revision::int, since::float8 FROM chaos.consent ORDER BY place")
  return Map.groupBy(rows as ReadonlyArray<{ readonly id: string } & Entry>, ({ id }) => id)
}

/** Waits until everything in the database has ended. Returns false if that takes too long. */
const settle = async ({ query }: Stage.Stage, report: Plan["report"]): Promise<boolean> => {
  const began = performance.now()
  for (let check = 1; performance.now() - began < patience; check++) {
    const rows = (await query(unfinished)) as ReadonlyArray<Unfinished>
    const [first] = rows
    if (first === undefined) return true
    if (check % 20 === 0) {
      report(`${rows.length} unfinished, such as ${first.what} ${first.id}: ${first.status}, step ${first.step}`)
    }
    await pause(1_000)
  }
  return false
}

/** Checks that each change has its event, and waits until each event has reached the webhook endpoint. */
const eventViolations = async ({ client, query, webhooks }: Stage.Stage, report: Plan["report"]) => {
  const [collections, consents] = [await query(Events.statements.collections), await query(Events.statements.consents)]
  const events = await Events.readAll(client)
  const missing = () => {
    const delivered = webhooks.delivered()
    return events.filter(({ eventId }) => !delivered.has(eventId))
  }
  const began = performance.now()
  while (missing().length > 0 && performance.now() - began < patience) await pause(500)
  const known = new Set(events.map(({ eventId }) => eventId))
  report(`${events.length} events, ${events.length - missing().length} of them delivered`)
  return [
    ...Events.violationsOf({ collections, consents }, events),
    ...missing().map(({ eventId, type }) => `the event ${eventId} (${type}) was never delivered`),
    ...[...webhooks.delivered()].filter((id) => !known.has(id)).map((id) => `a delivery named the unknown event ${id}`)
  ]
}

/** Runs the plan. Ends all processes even if the run fails. */
export const run = async ({ collections, consents, faults, nodes, random, report, rounds }: Plan): Promise<Outcome> => {
  const stage = await Stage.start({ nodes, needs: new Set(faults.flatMap(({ needs }) => needs ?? [])), random })
  let isKept = true
  try {
    const { client, folder } = stage
    const fleets = {
      collections: new CollectionFleet(client, Stage.placed(await client.scenarios())),
      consents: new ConsentFleet(await client.consentScenarios())
    }
    await fleets.consents.greet(client)
    const turns = random.shuffle(Array.from({ length: rounds }, () => faults).flat())
    let [turn, surprises, isOver] = [0, 0, false]
    const surprised = (sentence: string) => {
      report(sentence)
      if (++surprises <= mostSurprises) stage.violations.push(sentence)
    }
    /** The part of `total` that is due once `turns` faults have ended. */
    const dueAfter = (total: number, ended: number) =>
      Math.ceil(total * Math.min(1, Math.max(0, ended) / (turns.length + 1)))
    const untilStartedAfter = async (ended: number) => {
      const isStarted = () =>
        fleets.collections.all.length >= dueAfter(collections, ended) &&
        fleets.consents.all.length >= dueAfter(consents, ended)
      while (!isStarted() && surprises < mostSurprises) await pause(100)
    }
    const inject = async () => {
      for (const fault of turns) {
        // On a slow machine, faults wait for the clients, so that each fault affects its share of the objects.
        await untilStartedAfter(turn)
        await pause(random.int(1_000, 3_000))
        const began = performance.now()
        await fault.inject(stage)
        turn++
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        report(
          `${turn} of ${turns.length}: ${fault.name}, ${seconds} s; ${fleets.collections.all.length} collections and ` +
            `${fleets.consents.all.length} consents so far`
        )
      }
      await untilStartedAfter(turn + 1)
      report(`waiting for the end of all collections and consents`)
      const isSettled = await settle(stage, report)
      // Gives the clients time to see the last statuses.
      await pause(2_000)
      isOver = true
      return isSettled
    }
    const [isSettled] = await Promise.all([
      inject(),
      use(
        "collections",
        fleets.collections,
        () => dueAfter(collections, turn + 1),
        () => isOver,
        surprised
      ),
      use(
        "consents",
        fleets.consents,
        () => dueAfter(consents, turn + 1),
        () => isOver,
        surprised
      )
    ])
    const banks = isSettled
      ? await fleets.consents.check(await consentHistories(stage), BankFiles.all(join(folder, "data")), false)
      : ["not everything has ended"]
    const events = await eventViolations(stage, report)
    const [summary = "", ...violations] = await check(stage, fleets.collections)
    report(summary)
    const found = [...stage.violations, ...banks, ...events, ...violations]
    isKept = found.length > 0
    return {
      collections: fleets.collections.all.length,
      consents: fleets.consents.all.length,
      violations: found,
      folder
    }
  } finally {
    await stage.end(isKept)
  }
}
