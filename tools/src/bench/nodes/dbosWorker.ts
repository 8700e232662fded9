/** The benchmark's workload on DBOS Transact. */
import { randomUUID } from "node:crypto"
import { requirePackage } from "./Dbos.ts"
import { name, serveCalls, url } from "./Worker.ts"
import { callCompany, statementsOf } from "./Workload.ts"

interface Statement {
  readonly name: string
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

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
  readonly setConfig: (config: object) => void
  readonly launch: () => Promise<void>
}

const pg: Postgres = requirePackage("pg")
const { DBOS }: { readonly DBOS: Dbos } = requirePackage("@dbos-inc/dbos-sdk")

/** The pool has as many connections as Sheaf uses. DBOS and the statements of the steps share these connections. */
const pool = new pg.Pool({ connectionString: url, max: 16 })

const numbered = (text: string): string => {
  let count = 0
  return text.replaceAll("?", () => `$${++count}`)
}

const texts = statementsOf("dbos")

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
      // An earlier attempt at this step has already recorded its status.
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
      const status = await callCompany(step)
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

DBOS.setConfig({
  name: "bench",
  executorID: name,
  applicationVersion: "1",
  systemDatabaseUrl: url,
  systemDatabasePool: pool,
  logLevel: "error"
})
await DBOS.launch()

serveCalls(async (count) => {
  const id = randomUUID()
  await accept(id)
  const handle = await DBOS.startWorkflow(steps, { workflowID: id })(id, count)
  await handle.getResult()
})
