/**
 * A run with faults: clients use the nodes while faults occur one after another. Afterwards, every collection must end,
 * and no consent may remain unfinished.
 */
import { setTimeout as pause } from "node:timers/promises"
import * as LogCheck from "../workshop/checker/LogCheck.ts"
import type { Random } from "../workshop/driver/Random.ts"
import { withCleanup } from "../workshop/stage/Cleanup.ts"
import type { Cleanup } from "../workshop/stage/Cleanup.ts"
import * as Reader from "./Reader.ts"
import * as Rules from "./checker/Rules.ts"
import { inject } from "./Faults.ts"
import type { Fault } from "./Faults.ts"
import { CollectionWorkload } from "./workload/CollectionWorkload.ts"
import { ConsentWorkload, createUsers } from "./workload/ConsentWorkload.ts"
import type { Workload } from "./workload/Workload.ts"
import { moveScenariosToNodes, start } from "./stage/Stage.ts"
import type { ChaosTestbed } from "./stage/Stage.ts"

export interface ChaosPlan {
  readonly nodes: number
  readonly collections: number
  readonly consents: number
  readonly faults: ReadonlyArray<Fault>
  readonly rounds: number
  readonly random: Random
  readonly report: (line: string) => void
}

export interface ChaosResult {
  readonly collections: number
  readonly consents: number
  readonly violations: ReadonlyArray<string>
  /** Contains the logs if the run found violations. */
  readonly folder: string
}

/** The maximum time from the last fault until everything has ended, in milliseconds. */
const patience = 12 * 60_000

const unfinished = `SELECT 'collection' AS what, id, status FROM collection WHERE ended_at IS NULL
  UNION ALL SELECT 'consent', id, status FROM consent WHERE closed_at IS NULL AND status <> 'AUTHORIZED'`

interface Unfinished {
  readonly what: string
  readonly id: string
  readonly status: string
}

/**
 * After this many unexpected responses, the run reports further ones but no longer records them as violations. It also
 * no longer waits until the planned number of collections and consents has been started.
 */
const maxSurprises = 20

const whyOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause === undefined ? [] : [whyOf(error.cause)])].join(": ")
    : String(error)

const use = async (
  fleet: Workload<unknown>,
  due: () => number,
  isOver: () => boolean,
  surprised: (sentence: string) => void
): Promise<void> => {
  const repeatedly = async (act: () => Promise<void>) => {
    while (!isOver()) {
      await act().catch((error: unknown) => {
        for (const each of error instanceof AggregateError ? error.errors : [error]) {
          surprised(`a client got an unexpected response: ${whyOf(each)}`)
        }
      })
      await pause(100)
    }
  }
  await Promise.all([repeatedly(() => fleet.start(due())), repeatedly(() => fleet.poll())])
}

/** Waits until the database contains no unfinished collection or consent. Returns false if this takes too long. */
const settle = async ({ query }: ChaosTestbed, report: ChaosPlan["report"]): Promise<boolean> => {
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

const untilDelivered = async ({ client, webhooks }: ChaosTestbed): Promise<void> => {
  const events = await Reader.eventsOf(client)
  const isMissing = () => {
    const delivered = webhooks.delivered()
    return events.some(({ eventId }) => !delivered.has(eventId))
  }
  const began = performance.now()
  while (isMissing() && performance.now() - began < patience) await pause(500)
}

const check = async (stage: ChaosTestbed, { collections, consents, tokens }: Fleets, report: ChaosPlan["report"]) => {
  await untilDelivered(stage)
  const evidence = await Reader.evidenceOf(stage, collections, consents)
  const { accepted, calls, delivered, events } = evidence
  const repeats = calls.length - new Set(calls.map(({ call, key }, index) => key ?? `${call} ${index}`)).size
  report(
    `checked ${evidence.collections.length} collections (${accepted.length} accepted), ` +
      `${evidence.acceptedConsents.length} consents, ${calls.length} calls to the company (${repeats} repeats), ` +
      `${events.length} events and ${delivered.size} deliveries`
  )
  const secrets = [stage.apiKey, ...tokens]
  return [...Rules.violationsOf(evidence), ...stage.nodes.flatMap(({ log }) => LogCheck.leaksIn(log, secrets))]
}

interface Fleets {
  readonly collections: CollectionWorkload
  readonly consents: ConsentWorkload
  readonly tokens: ReadonlyArray<string>
}

const fleetsOf = async ({ client }: ChaosTestbed): Promise<Fleets> => {
  const users = await createUsers(client)
  return {
    collections: new CollectionWorkload(client, moveScenariosToNodes(await client.scenarios())),
    consents: new ConsentWorkload(await client.consentScenarios(), users),
    tokens: users.map(({ token }) => token)
  }
}

/** Ends all processes even if the run fails. */
export const run = (plan: ChaosPlan): Promise<ChaosResult> => withCleanup((cleanup) => runIn(plan, cleanup))

class Progress {
  faults = 0
  surprises = 0
  isOver = false
  readonly #plan: ChaosPlan
  readonly #total: number

  constructor(plan: ChaosPlan, total: number) {
    this.#plan = plan
    this.#total = total
  }

  due(total: number, ended: number): number {
    return Math.ceil(total * Math.min(1, ended / (this.#total + 1)))
  }

  async untilStarted({ collections, consents }: Fleets, ended: number): Promise<void> {
    const isStarted = () =>
      collections.all.length >= this.due(this.#plan.collections, ended) &&
      consents.all.length >= this.due(this.#plan.consents, ended)
    while (!isStarted() && this.surprises < maxSurprises) await pause(100)
  }
}

const suffer = async (
  faults: ReadonlyArray<Fault>,
  { random, report }: ChaosPlan,
  stage: ChaosTestbed,
  fleets: Fleets,
  progress: Progress
): Promise<boolean> => {
  for (const fault of faults) {
    // Waits until the clients have started enough objects for the next fault. Otherwise, on a slow machine, a fault
    // could affect too few of them.
    await progress.untilStarted(fleets, progress.faults)
    await pause(random.int(1_000, 3_000))
    const began = performance.now()
    await inject(fault, stage)
    progress.faults++
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const started = `${fleets.collections.all.length} collections and ${fleets.consents.all.length} consents so far`
    report(`${progress.faults} of ${faults.length}: ${fault.name}, ${seconds} s; ${started}`)
  }
  await progress.untilStarted(fleets, progress.faults + 1)
  report(`waiting for the end of all collections and consents`)
  const isSettled = await settle(stage, report)
  // Gives the clients time to see the last statuses.
  await pause(2_000)
  progress.isOver = true
  return isSettled
}

const runIn = async (plan: ChaosPlan, cleanup: Cleanup): Promise<ChaosResult> => {
  const { faults, nodes, random, report, rounds } = plan
  let isKept = false
  const needs = new Set(faults.flatMap(({ needs }) => needs ?? []))
  const stage = await start({ nodes, needs, random, isKept: () => isKept }, cleanup)
  const fleets = await fleetsOf(stage)
  const { collections, consents } = fleets
  const turns = random.shuffle(Array.from({ length: rounds }, () => faults).flat())
  const progress = new Progress(plan, turns.length)
  const surprised = (sentence: string) => {
    report(sentence)
    if (++progress.surprises <= maxSurprises) stage.violations.push(sentence)
  }
  const useOf = (fleet: Workload<unknown>, total: number) =>
    use(
      fleet,
      () => progress.due(total, progress.faults + 1),
      () => progress.isOver,
      surprised
    )
  const [isSettled] = await Promise.all([
    suffer(turns, plan, stage, fleets, progress),
    useOf(collections, plan.collections),
    useOf(consents, plan.consents)
  ])
  const found = isSettled ? await check(stage, fleets, report) : ["not everything has ended"]
  const violations = [...stage.violations, ...found]
  isKept = violations.length > 0
  return { collections: collections.all.length, consents: consents.all.length, violations, folder: stage.folder }
}
