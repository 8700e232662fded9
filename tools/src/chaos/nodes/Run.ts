/** A run with faults: clients use the nodes while faults occur one after another. Afterwards, everything must end. */
import { BankFiles } from "@sheaf/app-api/testing"
import { statusWhenUnanswered } from "@sheaf/domain/SupplementInfo"
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Random } from "../../fuzz/Random.ts"
import type { Accepted } from "../checker/Evidence.ts"
import { CollectionFleet } from "../CollectionFleet.ts"
import { ConsentFleet } from "../ConsentFleet.ts"
import type { Entry } from "../Consents.ts"
import * as Events from "../Events.ts"
import type { Fault } from "./Faults.ts"
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

const unfinished = `SELECT 'collection' AS what, id, status, step::int, node FROM collection WHERE ended_at IS NULL
  UNION ALL SELECT 'consent', id, status, step::int, node FROM consent
    WHERE closed_at IS NULL AND status IN ('REVOKED', 'FAILED', 'EXPIRED')`

interface Unfinished {
  readonly what: string
  readonly id: string
  readonly status: string
  readonly step: number
}

/** The largest number of unexpected responses that a run reports. */
const mostSurprises = 20

/** Returns an error's message with those of its causes. */
const whyOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : [whyOf(error.cause)])].join(": ")
    : String(error)

/** Uses the nodes until `isOver`: starts collections and consents that are due, polls them, and posts input. */
const use = async (
  { client, violations }: Stage.Stage,
  fleets: { readonly collections: CollectionFleet; readonly consents: ConsentFleet },
  due: () => { readonly collections: number; readonly consents: number },
  isOver: () => boolean,
  report: Plan["report"]
): Promise<void> => {
  const { collections, consents } = fleets
  const repeatedly = async (doing: string, act: () => Promise<unknown>) => {
    while (!isOver()) {
      await act().catch((error: unknown) => {
        const sentence = `a client got an unexpected response while it ${doing}: ${whyOf(error)}`
        report(sentence)
        if (violations.length < mostSurprises) violations.push(sentence)
      })
      await pause(100)
    }
  }
  await Promise.all([
    repeatedly("started collections", () => collections.start(client, due().collections)),
    repeatedly("created consents", () => consents.start(due().consents)),
    repeatedly("used collections", () => collections.poll()),
    repeatedly("used consents", () => consents.poll())
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
      collections: new CollectionFleet(Stage.placed(await client.scenarios())),
      consents: new ConsentFleet(await client.consentScenarios())
    }
    await fleets.consents.greet(client)
    const turns = random.shuffle(Array.from({ length: rounds }, () => faults).flat())
    let [turn, isOver] = [0, false]
    const due = () => {
      const share = Math.min(1, (turn + 1) / (turns.length + 1))
      return { collections: Math.ceil(collections * share), consents: Math.ceil(consents * share) }
    }
    const inject = async () => {
      for (const fault of turns) {
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
      while (fleets.collections.all.length < collections || fleets.consents.all.length < consents) await pause(100)
      report(`waiting for the end of all collections and consents`)
      const isSettled = await settle(stage, report)
      // Gives the clients time to see the last statuses.
      await pause(2_000)
      isOver = true
      return isSettled
    }
    const [isSettled] = await Promise.all([inject(), use(stage, fleets, due, () => isOver, report)])
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
