/** A run with faults: clients use the nodes while faults occur one after another. Afterwards, everything must end. */
import { setTimeout as pause } from "node:timers/promises"
import * as Log from "../workshop/checker/Log.ts"
import type { Random } from "../workshop/driver/Random.ts"
import { withCleanup } from "../workshop/stage/Cleanup.ts"
import type { Cleanup } from "../workshop/stage/Cleanup.ts"
import * as Reader from "./checker/Reader.ts"
import * as Rules from "./checker/Rules.ts"
import type { Fault } from "./Faults.ts"
import { CollectionFleet } from "./fleet/CollectionFleet.ts"
import { ConsentFleet } from "./fleet/ConsentFleet.ts"
import { Pace } from "./fleet/Pace.ts"
import { placed, start } from "./stage/Stage.ts"
import type { Stage } from "./stage/Stage.ts"

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

const unfinished = `SELECT 'collection' AS what, id, status FROM collection WHERE ended_at IS NULL
  UNION ALL SELECT 'consent', id, status FROM consent
    WHERE closed_at IS NULL AND status IN ('REVOKED', 'FAILED', 'EXPIRED')`

interface Unfinished {
  readonly what: string
  readonly id: string
  readonly status: string
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

/** Waits until everything in the database has ended. Returns false if that takes too long. */
const settle = async ({ query }: Stage, report: Plan["report"]): Promise<boolean> => {
  const began = performance.now()
  for (let check = 1; performance.now() - began < patience; check++) {
    const rows = (await query(unfinished)) as ReadonlyArray<Unfinished>
    const [first] = rows
    if (first === undefined) return true
    if (check % 20 === 0) {
      report(`${rows.length} unfinished, such as ${first.what} ${first.id}: ${first.status}`)
    }
    await pause(1_000)
  }
  return false
}

/** Waits until each event has reached the webhook endpoint. */
const untilDelivered = async ({ client, webhooks }: Stage): Promise<void> => {
  const events = await Reader.eventsOf(client)
  const isMissing = () => {
    const delivered = webhooks.delivered()
    return events.some(({ eventId }) => !delivered.has(eventId))
  }
  const began = performance.now()
  while (isMissing() && performance.now() - began < patience) await pause(500)
}

/** Reads the evidence and checks it. */
const check = async (stage: Stage, { collections, consents }: Fleets, report: Plan["report"]) => {
  await untilDelivered(stage)
  const evidence = await Reader.evidenceOf(stage, collections, consents)
  const { accepted, calls, delivered, events } = evidence
  const repeats = calls.length - new Set(calls.map(({ call, key }, index) => key ?? `${call} ${index}`)).size
  report(
    `checked ${evidence.collections.length} collections (${accepted.length} accepted), ` +
      `${evidence.acceptedConsents.length} consents, ${calls.length} calls to the company (${repeats} repeats), ` +
      `${events.length} events and ${delivered.size} deliveries`
  )
  const secrets = [stage.apiKey, ...consents.tokens]
  return [...Rules.violationsOf(evidence), ...stage.nodes.flatMap(({ log }) => Log.leaksIn(log, secrets))]
}

interface Fleets {
  readonly collections: CollectionFleet
  readonly consents: ConsentFleet
}

/** Runs the plan. Ends all processes even if the run fails. */
export const run = (plan: Plan): Promise<Outcome> => withCleanup((cleanup) => runIn(plan, cleanup))

const runIn = async (plan: Plan, cleanup: Cleanup): Promise<Outcome> => {
  const { collections, consents, faults, nodes, random, report, rounds } = plan
  let isKept = false
  const needs = new Set(faults.flatMap(({ needs }) => needs ?? []))
  const stage = await start({ nodes, needs, random, isKept: () => isKept }, cleanup)
  const { client, folder } = stage
  const fleets = {
    collections: new CollectionFleet(client, placed(await client.scenarios())),
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
  const found = isSettled ? await check(stage, fleets, report) : ["not everything has ended"]
  const violations = [...stage.violations, ...found]
  isKept = violations.length > 0
  return {
    collections: fleets.collections.all.length,
    consents: fleets.consents.all.length,
    violations,
    folder
  }
}
