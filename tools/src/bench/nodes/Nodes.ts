/**
 * Compares Sheaf on PostgreSQL with DBOS Transact on the same server, on one node and on two, and with itself on SQLite.
 * All rates are measured in turn, in several rounds, so that a busy moment affects all of them.
 */
import * as Collections from "../collections/Collections.ts"
import type { Effort } from "../Part.ts"
import * as Load from "../load/Load.ts"
import { collection, completed } from "../Polls.ts"
import { medianOf, quotients } from "../Report.ts"
import type { Figure } from "../Report.ts"
import { clientOf, headersOf } from "../../workshop/stage/Installation.ts"
import type { Started } from "../../workshop/stage/Installation.ts"
import * as Processor from "../../workshop/checker/Processor.ts"
import type { Worker } from "./Protocol.ts"
import { withStage } from "./Stage.ts"
import type { Stage } from "./Stage.ts"
import * as Takeover from "./Takeover.ts"
import * as WaitingWork from "./WaitingWork.ts"

interface Size extends WaitingWork.Size {
  readonly rounds: number
  /** The number of workflows or collections in each measurement. */
  readonly work: number
  readonly pollMillis: number
}

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { rounds: 1, work: 10, warmUp: 5, waiting: 10, idleMillis: 0, woken: 2, pollMillis: 50 },
  full: { rounds: 5, work: 200, warmUp: 500, waiting: 4_000, idleMillis: 21_000, woken: 50, pollMillis: 500 },
  long: { rounds: 9, work: 500, warmUp: 500, waiting: 10_000, idleMillis: 21_000, woken: 100, pollMillis: 1_500 }
}

/** The steps of a workflow, and those of a collection without a question. */
const [workflowSteps, collectionSteps] = [5, 3]

const configured =
  "16 connections and prepared statements as Sheaf; defaults otherwise, with LISTEN/NOTIFY, without queue, logs and traces"

/** Runs `count` pieces of work on a node, until the last has ended. */
type Work = (count: number) => Promise<unknown>

/** A process that does work, with its id. */
interface Worked {
  readonly pid: number
  readonly work: Work
}

interface Entrant {
  readonly name: string
  readonly nodes: ReadonlyArray<Worked>
  readonly rates: Array<number>
  /** The processor time of a piece of work, in milliseconds, of the nodes and PostgreSQL. */
  readonly costs: Array<number>
}

const entrant = (name: string, ...nodes: ReadonlyArray<Worked>): Entrant => ({ name, nodes, rates: [], costs: [] })

const measure = async (url: string, { costs, nodes, rates }: Entrant, work: number): Promise<void> => {
  const used = async () =>
    new Map([...(await Processor.ofServer(url)), ...nodes.map(({ pid }) => [pid, Processor.millisOf(pid)] as const)])
  const before = await used()
  const began = performance.now()
  await Promise.all(nodes.map((node) => node.work(work / nodes.length)))
  rates.push((work * 1000) / (performance.now() - began))
  costs.push(Processor.between(before, await used()) / work)
}

const ratio = (name: string, one: Entrant, other: Entrant, target?: Figure["target"]): Figure =>
  medianOf(name, quotients(one.rates, other.rates), "ratio", target === undefined ? {} : { target })

/** Returns the ratio of two entrants' processor times. */
const cheapness = (name: string, one: Entrant, other: Entrant): Figure =>
  medianOf(name, quotients(one.costs, other.costs), "ratio", { target: [">=", 1] })

const rates = async (stage: Stage, { rounds, work }: Size): Promise<ReadonlyArray<Figure>> => {
  const { dbos, mechanism, service, sqlite } = stage
  const workflows =
    (steps: number) =>
    ({ pid, run }: Worker): Worked => ({ pid, work: (count) => run(count, steps) })
  const collections =
    (installation: Stage["service"]["installation"]) =>
    (node: Started): Worked => ({
      pid: node.service.pid,
      work: (count) => Collections.complete(clientOf(installation, node), count)
    })
  const five = workflows(workflowSteps)
  const three = workflows(collectionSteps)
  const whole = collections(service.installation)
  const entrants = {
    mechanism: entrant("Sheaf's mechanism alone, one node", five(mechanism.first)),
    dbos: entrant("DBOS, one node", five(dbos.first)),
    mechanisms: entrant("Sheaf's mechanism alone, two nodes", five(mechanism.first), five(mechanism.second)),
    dbosTwice: entrant("DBOS, two nodes", five(dbos.first), five(dbos.second)),
    service: entrant("whole service, one node", whole(service.first)),
    dbosThree: entrant("DBOS, one node, the steps of a collection", three(dbos.first)),
    services: entrant("whole service, two nodes", whole(service.first), whole(service.second)),
    dbosThreeTwice: entrant("DBOS, two nodes, the steps of a collection", three(dbos.first), three(dbos.second)),
    sqlite: entrant("whole service on SQLite", collections(sqlite.installation)(sqlite))
  }
  const all = Object.values(entrants)
  // The warm-ups: little work at first, because a cold process is slow and PostgreSQL's connections open on demand.
  for (const each of all) await measure(stage.url, each, 10)
  for (const each of all) await measure(stage.url, each, work)
  for (const each of all) each.rates.length = each.costs.length = 0
  for (let round = 0; round < rounds; round++) for (const each of all) await measure(stage.url, each, work)
  await Collections.expectCompleted(clientOf(service.installation, service.first))
  return [
    ...all.map(({ name, rates }, index) =>
      medianOf(name, rates, "per second", index === 1 ? { note: configured } : {})
    ),
    ratio("mechanism : DBOS, one node", entrants.mechanism, entrants.dbos, [">=", 2]),
    ratio("mechanism : DBOS, two nodes", entrants.mechanisms, entrants.dbosTwice, [">=", 2]),
    ratio("whole service : DBOS, one node", entrants.service, entrants.dbosThree, [">=", 1]),
    ratio("whole service : DBOS, two nodes", entrants.services, entrants.dbosThreeTwice, [">=", 1]),
    ...[entrants.service, entrants.dbosThree, entrants.services, entrants.dbosThreeTwice].map(({ costs, name }) =>
      medianOf(`processor time, ${name}`, costs, "ms", { note: "each, processes and PostgreSQL" })
    ),
    cheapness("processor time, DBOS : whole service, one node", entrants.dbosThree, entrants.service),
    cheapness("processor time, DBOS : whole service, two nodes", entrants.dbosThreeTwice, entrants.services),
    ratio("whole service, two nodes : one", entrants.services, entrants.service),
    ratio("PostgreSQL : SQLite, one node", entrants.service, entrants.sqlite)
  ]
}

const polls = async ({ service: { first, installation, second } }: Stage, { pollMillis, rounds }: Size) => {
  const id = await collection(clientOf(installation, first), completed, "COMPLETED")
  const headers = headersOf(installation.apiKey, "2026-04-01")
  const load = async (nodes: ReadonlyArray<Started>, millis: number) => {
    const measured = await Promise.all(
      nodes.map(({ service: { base } }) =>
        Load.run({ base, path: `/collections/${id}/status`, headers }, 50 / nodes.length, millis)
      )
    )
    return measured.reduce((sum, { perSecond }) => sum + perSecond, 0)
  }
  await load([first, second], pollMillis)
  const [one, two] = [new Array<number>(), new Array<number>()]
  for (let round = 0; round < rounds; round++) {
    one.push(await load([first], pollMillis))
    two.push(await load([first, second], pollMillis))
  }
  return [
    medianOf("status polls, one node", one, "per second"),
    medianOf("status polls, two nodes", two, "per second", {
      note: "the nodes, PostgreSQL and the load share the cores"
    }),
    medianOf("status polls, two nodes : one", quotients(two, one), "ratio")
  ]
}

export const run = async (effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const size = sizes[effort]
  const working = async (stage: Stage) => [...(await rates(stage, size)), ...(await polls(stage, size))]
  const waited = async (stage: Stage) => {
    const { figures, ids } = await WaitingWork.measure(stage, size)
    return [...figures, ...(await Takeover.measure(stage, ids)), ...(await WaitingWork.measureWakes(stage, size))]
  }
  if (effort === "smoke") return withStage(async (stage) => [...(await working(stage)), ...(await waited(stage))])
  // New processes, because the heap of a process depends on everything that it has done.
  return [...(await withStage(working)), ...(await withStage(waited))]
}
