/** The installation that a run puts under faults: nodes, a database, companies and the clients' way to the nodes. */
import { Client } from "@sheaf/adapters-http/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { bulkLimits, sheaf } from "@sheaf/app-api/testing"
import { consentCatalog } from "@sheaf/adapters-sandbox"
import type { Scenario } from "@sheaf/domain/Scenario"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import * as Keys from "../../bench/servers/Keys.ts"
import type { Random } from "../../fuzz/Random.ts"
import * as Balancer from "./Balancer.ts"
import * as Company from "./Company.ts"
import { Node } from "./Node.ts"

export interface Stage {
  readonly nodes: ReadonlyArray<Node>
  readonly postgres: PostgresServer.PostgresServer
  /** Runs a statement on the database. */
  readonly query: (text: string) => Promise<ReadonlyArray<unknown>>
  /** A client of the whole installation. */
  readonly client: Client
  readonly companyLog: string
  readonly folder: string
  readonly random: Random
  /** Ends all processes. Keeps the folder if the run failed. */
  readonly end: (isKept: boolean) => Promise<void>
}

/** Records every status of a consent, because the service stores only the last one. */
const recording = `CREATE SCHEMA chaos;
  CREATE TABLE chaos.consent (place bigserial, id text, status text, revision bigint, since bigint);
  CREATE FUNCTION chaos.record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO chaos.consent (id, status, revision, since)
      VALUES (NEW.id, NEW.status, NEW.revision, NEW.status_changed_at);
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_new AFTER INSERT ON consent FOR EACH ROW EXECUTE FUNCTION chaos.record();
  CREATE TRIGGER chaos_changed AFTER UPDATE ON consent FOR EACH ROW WHEN (NEW.status <> OLD.status)
    EXECUTE FUNCTION chaos.record()`

const execute = promisify(execFile)

/** A company that the nodes simulate themselves, so that they serve its pages. */
const companyInside = "se-granskog"

/** Moves scenarios with pages to a company that the nodes simulate. */
export const placed = (scenarios: ReadonlyArray<Scenario>): ReadonlyArray<Scenario> =>
  scenarios.map((scenario) => (scenario.presses === undefined ? scenario : { ...scenario, company: companyInside }))

/** Creates a client with a key, as an operator does. */
const keyFor = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const run = async (...words: ReadonlyArray<string>) => {
    const [tool, ...rest] = sheaf(...words)
    const { stdout } = await execute(tool, rest, { env: { PATH: process.env["PATH"], ...env } })
    return stdout.trim()
  }
  return run("keys", "create", "--client", await run("clients", "create", "--name", "Chaos AB"))
}

/** The pause between two checks of the load balancer, in milliseconds. */
const checkMillis = 250

export interface Options {
  readonly nodes: number
  readonly random: Random
}

export const start = async ({ nodes: count, random }: Options): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-chaos-"))
  const [installation] = PostgresServer.installations()
  const postgres = await PostgresServer.launch(installation)
  const inside = new Set([companyInside, ...consentCatalog.map(({ company }) => company)])
  const company = await Company.start(folder, "127.0.0.1", inside, random)
  const config = join(folder, "config.json")
  writeFileSync(config, JSON.stringify({ limits: bulkLimits, connectors: company.connectors }))
  const env = {
    ...Keys.env,
    DATABASE_URL: postgres.url(),
    SHEAF_CONFIG: config,
    SHEAF_DEMO: "off",
    SHEAF_PUBLIC_URL: Balancer.address,
    MTLS_PORT: "off"
  }
  const dataDir = join(folder, "data")
  const nodes = Array.from(
    { length: count },
    (_, index) => new Node({ name: `node ${index + 1}`, dataDir, env, on: [] })
  )
  await Promise.all(nodes.map((node) => node.start()))
  const query = (text: string) => PostgresServer.query(postgres.url(), text)
  for (const statement of recording.split(/;\n(?= {2}CREATE)/)) await query(statement)
  const key = await keyFor({ ...env, SHEAF_DATA_DIR: dataDir })

  let isOver = false
  const checks = Promise.all(
    nodes.map(async (node) => {
      while (!isOver) {
        await node.check()
        await pause(checkMillis)
      }
    })
  )
  const client = new Client({
    base: Balancer.address,
    contract: "unchecked",
    headers: { "authorization-token": key },
    fetch: Balancer.make(nodes, random)
  })
  return {
    nodes,
    postgres,
    query,
    client,
    companyLog: company.log,
    folder,
    random,
    end: async (isKept) => {
      isOver = true
      await checks
      await Promise.all(nodes.map((node) => node.kill()))
      await company.stop()
      if (!isKept) rmSync(folder, { recursive: true })
    }
  }
}
