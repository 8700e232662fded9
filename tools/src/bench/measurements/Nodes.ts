/**
 * Compares Sheaf with DBOS Transact on the same PostgreSQL server, on one and on two nodes. Both use 16 connections and
 * prepared statements. DBOS otherwise runs with its defaults, including LISTEN/NOTIFY, but uses no queues, logs or
 * traces.
 */
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import * as Processor from "../../workshop/checker/Processor.ts"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"
import * as Installation from "../../workshop/stage/Installation.ts"
import * as Postgres from "../../workshop/stage/Postgres.ts"
import * as CollectionLoad from "../load/CollectionLoad.ts"
import type { Contestant, Measurement, ByRunLength } from "../suite/Measurement.ts"
import * as Dbos from "../nodes/Dbos.ts"
import * as Worker from "../nodes/Worker.ts"
import { createTableStatements } from "../nodes/Workload.ts"

const work: ByRunLength<number> = { smoke: 10, full: 200, long: 500 }

const [workflowSteps, collectionSteps] = [5, 3]

interface Node {
  readonly pid: number
  readonly run: (count: number) => Promise<unknown>
}

const scripts = {
  dbos: new URL("../nodes/dbosWorker.ts", import.meta.url),
  sheaf: new URL("../nodes/sheafWorker.ts", import.meta.url)
}

const workersOf = async (cleanup: Cleanup, server: PostgresServer.PostgresServer, kind: keyof typeof scripts) => {
  const url = await Postgres.createDatabase(server, kind)
  const first = await Worker.start(cleanup, scripts[kind], url, "first")
  for (const table of createTableStatements(kind)) await PostgresServer.query(url, table)
  const both = [first, await Worker.start(cleanup, scripts[kind], url, "second")]
  return (steps: number): ReadonlyArray<Node> =>
    both.map(({ pid, run }) => ({ pid, run: (count) => run(count, steps) }))
}

const [rate, time] = ["per second", "ms of processor time each"]

const atLeast = (value: number, of: string, to: string, unit = rate) =>
  ({ of, to, unit, bound: [">=", value] }) as const

export const measurement: Measurement = {
  name: "nodes",
  summary: "nodes on PostgreSQL, against DBOS Transact (only if named)",
  onRequest: true,
  rounds: { smoke: 1, full: 5, long: 9 },
  prepare: async (cleanup, effort) => {
    Dbos.installDbos()
    const server = await Postgres.start(cleanup)
    const databaseUrl = await Postgres.createDatabase(server, "service")
    const mechanism = (await workersOf(cleanup, server, "sheaf"))(workflowSteps)
    const dbos = await workersOf(cleanup, server, "dbos")
    const installation = await Installation.create(cleanup, { databaseUrl })
    const started = [await installation.start(), await installation.start()]
    const service = started.map((node): Node => {
      const client = Installation.clientOf(installation, node)
      return { pid: node.service.pid, run: (count) => CollectionLoad.completeCollections(client, count) }
    })
    const contestant = (name: string, nodes: ReadonlyArray<Node>): Contestant => ({
      name,
      measure: async () => {
        const count = work[effort]
        const own = () => nodes.map(({ pid }) => [pid, Processor.cpuMillisOf(pid)] as const)
        const used = async () => new Map([...(await Processor.postgresCpuMillis(server.url())), ...own()])
        const before = await used()
        const began = performance.now()
        await Promise.all(nodes.map(({ run }) => run(count / nodes.length)))
        const seconds = (performance.now() - began) / 1000
        return { [rate]: count / seconds, [time]: Processor.cpuMillisBetween(before, await used()) / count }
      }
    })
    const pair = (name: string, nodes: ReadonlyArray<Node>) => [
      contestant(`${name}, one node`, nodes.slice(0, 1)),
      contestant(`${name}, two nodes`, nodes)
    ]
    return [
      ...pair("mechanism", mechanism),
      ...pair("DBOS", dbos(workflowSteps)),
      ...pair("whole service", service),
      ...pair("DBOS, the steps of a collection", dbos(collectionSteps))
    ]
  },
  limits: ["one node", "two nodes"].flatMap((nodes) => [
    atLeast(2, `mechanism, ${nodes}`, `DBOS, ${nodes}`),
    atLeast(1, `whole service, ${nodes}`, `DBOS, the steps of a collection, ${nodes}`),
    atLeast(1, `DBOS, the steps of a collection, ${nodes}`, `whole service, ${nodes}`, time)
  ])
}
