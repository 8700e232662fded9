/** The installation that a run puts under faults: nodes, a database, companies and a load balancer. */
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
import * as Keys from "../../workshop/stage/Keys.ts"
import type { Random } from "../../workshop/driver/Random.ts"
import * as Balancer from "./Balancer.ts"
import * as Company from "./Company.ts"
import * as Hosts from "./Hosts.ts"
import { Node } from "./Node.ts"
import * as SmallDisk from "./SmallDisk.ts"
import * as Webhooks from "./Webhooks.ts"

export interface Stage {
  readonly nodes: ReadonlyArray<Node>
  readonly postgres: PostgresServer.PostgresServer
  /** Runs a statement on the database. */
  readonly query: (text: string) => Promise<ReadonlyArray<unknown>>
  /** A client of the whole installation. */
  readonly client: Client
  readonly companyLog: string
  readonly webhooks: Webhooks.Webhooks
  /** The nodes' hosts, if a fault needs them. */
  readonly hosts?: Hosts.Hosts
  /** The database's disk, if a fault needs it. */
  readonly disk?: SmallDisk.SmallDisk
  /** The broken promises that faults detected. */
  readonly violations: Array<string>
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

/** The resources that a fault needs, apart from processes. */
export type Need = "disk" | "hosts"

export interface Options {
  readonly nodes: number
  readonly needs: ReadonlySet<Need>
  readonly random: Random
}

/** Undoes the preparations in reverse order, even if one of them fails. */
class Cleanup {
  readonly #steps: Array<() => unknown> = []

  add(step: () => unknown): void {
    this.#steps.unshift(step)
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0)) await Promise.resolve(step()).catch(console.error)
  }
}

/** The settings of a database on a small disk. */
const modest = { max_wal_size: "96MB", wal_keep_size: "0", wal_recycle: "off", wal_init_zero: "off" }

const prepare = async ({ needs, nodes: count, random }: Options, folder: string, cleanup: Cleanup) => {
  const hosts = needs.has("hosts") ? await Hosts.create(count) : undefined
  if (hosts !== undefined) cleanup.add(hosts.remove)
  const disk = needs.has("disk") ? await SmallDisk.mount() : undefined
  if (disk !== undefined) cleanup.add(disk.remove)
  const [installation] = PostgresServer.installations()
  const postgres = await PostgresServer.launch(installation, {
    ...(hosts !== undefined && { host: Hosts.addresses.database, clients: Hosts.clients }),
    ...(disk !== undefined && { parent: disk.folder }),
    settings: { ...(disk !== undefined && modest), track_commit_timestamp: "on" }
  })
  if (disk !== undefined) cleanup.add(() => postgres.stop("immediate"))
  const inside = new Set([companyInside, ...consentCatalog.map(({ company }) => company)])
  const host = hosts === undefined ? "127.0.0.1" : Hosts.addresses.machine
  const company = await Company.start(folder, host, inside, random)
  cleanup.add(company.stop)
  const webhooks = await Webhooks.start(folder, hosts?.all.map(({ on }) => on) ?? [[]])
  cleanup.add(webhooks.stop)
  return { company, postgres, webhooks, ...(hosts !== undefined && { hosts }), ...(disk !== undefined && { disk }) }
}

/** Starts everything. If the start fails, `cleanup` ends the parts that have started. */
const build = async (options: Options, folder: string, cleanup: Cleanup): Promise<Omit<Stage, "end">> => {
  const { nodes: count, random } = options
  const { company, postgres, ...prepared } = await prepare(options, folder, cleanup)
  const config = join(folder, "config.json")
  writeFileSync(
    config,
    JSON.stringify({
      limits: bulkLimits,
      connectors: company.connectors,
      webhooks: { allowPrivateAddresses: true }
    })
  )
  const env = {
    ...Keys.env,
    DATABASE_URL: postgres.url(),
    SHEAF_CONFIG: config,
    SHEAF_DEMO: "off",
    SHEAF_PUBLIC_URL: Balancer.address,
    MTLS_PORT: "off"
  }
  const dataDir = join(folder, "data")
  const nodes = Array.from({ length: count }, (_, index) => {
    const host = prepared.hosts?.all[index]
    const place = host && { HOST: host.address }
    const log = join(folder, `node-${index + 1}.log`)
    return new Node({ name: `node ${index + 1}`, dataDir, log, env: { ...env, ...place }, on: host?.on ?? [] })
  })
  cleanup.add(() => Promise.all(nodes.map((node) => node.kill())))
  await Promise.all(nodes.map((node) => node.start()))
  const query = (text: string) => PostgresServer.query(postgres.url(), text)
  for (const statement of recording.split(/;\n(?= {2}CREATE)/)) await query(statement)
  const key = await keyFor({ ...env, SHEAF_DATA_DIR: dataDir })

  let isOver = false
  cleanup.add(async () => {
    isOver = true
    await checks
  })
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
  while (nodes.some(({ isReady }) => !isReady)) await pause(100)
  ;(await client.post("/webhook-endpoints", { url: prepared.webhooks.url })).expect(201)
  return { nodes, postgres, query, client, companyLog: company.log, folder, random, violations: [], ...prepared }
}

export const start = async (options: Options): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-chaos-"))
  const cleanup = new Cleanup()
  const onSignal = () => void cleanup.run().then(() => process.exit(130))
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, onSignal)
    cleanup.add(() => process.off(signal, onSignal))
  }
  try {
    const stage = await build(options, folder, cleanup)
    return {
      ...stage,
      end: async (isKept) => {
        await cleanup.run()
        if (!isKept) rmSync(folder, { recursive: true })
      }
    }
  } catch (error) {
    await cleanup.run()
    rmSync(folder, { recursive: true })
    throw error
  }
}
