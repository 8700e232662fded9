/** The workload on DBOS Transact. */
import { randomUUID } from "node:crypto"
import { requireOf } from "../servers/Contestants.ts"
import { name, serve, url } from "./Protocol.ts"
import { company, mechanismOf, Signals, statementsOf } from "./Workload.ts"

interface Statement {
  readonly name: string
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** The parts of the packages that this worker uses. */
interface Postgres {
  readonly Pool: new (options: { readonly connectionString: string; readonly max: number }) => {
    readonly connect: () => Promise<{
      readonly query: (statement: string | Statement) => Promise<{ readonly rowCount: number | null }>
      readonly release: (isBroken?: boolean) => void
    }>
  }
}

type Workflow<Args extends ReadonlyArray<unknown>> = (...args: Args) => Promise<void>

interface Dbos {
  readonly runStep: (step: () => Promise<void>, options: { readonly name: string }) => Promise<void>
  readonly registerWorkflow: <Args extends ReadonlyArray<unknown>>(
    workflow: Workflow<Args>,
    options: { readonly name: string }
  ) => Workflow<Args>
  readonly startWorkflow: <Args extends ReadonlyArray<unknown>>(
    workflow: Workflow<Args>,
    options: { readonly workflowID: string }
  ) => (...args: Args) => Promise<{ readonly getResult: () => Promise<void> }>
  readonly recv: (topic: string, options: { readonly timeoutSeconds: number }) => Promise<unknown>
  readonly send: (workflowID: string, message: string, topic: string) => Promise<void>
  readonly setConfig: (config: object) => void
  readonly launch: () => Promise<void>
  readonly listWorkflows: (filter: {
    readonly executorId: string
    readonly status: string
  }) => Promise<ReadonlyArray<{ readonly workflowID: string }>>
}

interface Executor {
  readonly globalInstance?: { readonly recoverPendingWorkflows: (executors: ReadonlyArray<string>) => Promise<unknown> }
}

const require = requireOf("dbos")
const pg: Postgres = require("pg")
const { DBOS }: { readonly DBOS: Dbos } = require("@dbos-inc/dbos-sdk")
const { DBOSExecutor }: { readonly DBOSExecutor: Executor } = require("@dbos-inc/dbos-sdk/internal/dbos-executor")

/** As many connections as Sheaf has. DBOS and the steps' own statements share them. */
const pool = new pg.Pool({ connectionString: url, max: 16 })

const numbered = (text: string): string => {
  let count = 0
  return text.replaceAll("?", () => `$${++count}`)
}

const texts = statementsOf("dbos")

/** A prepared statement, as Sheaf's statements are. */
const prepared = (statement: keyof typeof texts, values: ReadonlyArray<unknown>) => ({
  name: statement,
  text: numbered(texts[statement]),
  values: [...values]
})

type Write = readonly [statement: keyof typeof texts, ...values: ReadonlyArray<unknown>]

const transaction = async (...writes: ReadonlyArray<Write>): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    for (const [statement, ...values] of writes) {
      const { rowCount } = await client.query(prepared(statement, values))
      // Another run of this step has recorded it.
      if (statement === "update" && rowCount === 0) break
    }
    await client.query("COMMIT")
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const take = (id: string, step: number): Promise<void> =>
  DBOS.runStep(
    async () => {
      const status = await company(step)
      const now = Date.now()
      await transaction(["update", status, step, now, id, step - 1], ["remember", id, step, status, now])
    },
    { name: `step-${step}` }
  )

const accept = (id: string) => {
  const now = Date.now()
  return transaction(["insert", id, "STATUS_0", now], ["remember", id, 0, "STATUS_0", now])
}

const steps = DBOS.registerWorkflow(
  async (id: string, count: number) => {
    for (let step = 1; step <= count; step++) await take(id, step)
  },
  { name: "steps" }
)

const waits = new Signals()
const ended = new Signals()

const waiting = DBOS.registerWorkflow(
  async (id: string) => {
    await take(id, 1)
    waits.send(id)
    await DBOS.recv("answer", { timeoutSeconds: 3600 })
    await take(id, 2)
    ended.send(id)
  },
  { name: "waiting" }
)

DBOS.setConfig({
  name: "bench",
  executorID: name,
  applicationVersion: "1",
  systemDatabaseUrl: url,
  systemDatabasePool: pool,
  logLevel: "error"
})
await DBOS.launch()

serve({
  ...mechanismOf({
    end: async (stepCount) => {
      const id = randomUUID()
      await accept(id)
      const handle = await DBOS.startWorkflow(steps, { workflowID: id })(id, stepCount)
      await handle.getResult()
    },
    wait: async () => {
      const id = randomUUID()
      const happened = waits.next(id)
      await accept(id)
      await DBOS.startWorkflow(waiting, { workflowID: id })(id)
      await happened
      return id
    },
    wake: (id) => DBOS.send(id, "answered", "answer"),
    ended
  }),
  recover: async (dead, count) => {
    const executor = DBOSExecutor.globalInstance
    const found = await DBOS.listWorkflows({ executorId: dead, status: "PENDING" })
    if (executor === undefined || found.length === 0) throw new Error("there is nothing to recover")
    const some = found.slice(0, count)
    const began = performance.now()
    const allEnded = Promise.all(some.map(({ workflowID }) => ended.next(workflowID)))
    await executor.recoverPendingWorkflows([dead])
    await Promise.all(some.map(({ workflowID }) => DBOS.send(workflowID, "answered", "answer")))
    await allEnded
    return performance.now() - began
  }
})
