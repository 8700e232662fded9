/**
 * The service that the chaos test exposes to faults: one node on SQLite or several nodes on PostgreSQL, with companies,
 * a load balancer and webhook receivers.
 */
import { TestClient } from "@sheaf/sandbox-site/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { bulkLimits, ConsentHistory } from "@sheaf/app-api/testing"
import { consentCatalog } from "@sheaf/adapters-sandbox"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as pause } from "node:timers/promises"
import type { Random } from "../../workshop/driver/Random.ts"
import * as Hosts from "../../workshop/fault/Hosts.ts"
import * as SmallDisk from "../../workshop/fault/SmallDisk.ts"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"
import * as Installation from "../../workshop/stage/Installation.ts"
import { inputTimeoutMillis } from "../checker/Rules.ts"
import * as Balancer from "./Balancer.ts"
import * as Company from "./Company.ts"
import { ServiceNode } from "./ServiceNode.ts"
import * as Webhooks from "./Webhooks.ts"

interface Tables {
  readonly consents: string
  readonly readAt: string
  readonly revokedAt: string
}

export type Requirement = "disk" | "hosts" | "postgres"

interface Prepared {
  readonly postgres?: PostgresServer.PostgresServer
  readonly hosts?: Hosts.Hosts | undefined
  readonly disk?: SmallDisk.SmallDisk | undefined
}

export interface ChaosTestbed extends Prepared {
  readonly nodes: ReadonlyArray<ServiceNode>
  readonly query: (text: string) => Promise<ReadonlyArray<unknown>>
  readonly tables: Tables
  readonly client: TestClient
  readonly apiKey: string
  readonly companyLog: string
  readonly webhooks: Webhooks.WebhookReceivers
  readonly violations: Array<string>
  readonly folder: string
  readonly dataDir: string
  readonly random: Random
}

export interface ChaosTestbedOptions {
  readonly nodes: number
  readonly needs: ReadonlySet<Requirement>
  readonly random: Random
  readonly isKept: () => boolean
}

/** Records every status of a consent, because the service stores only the last status. */
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

/** The nodes' clocks differ, and nodes read the time before they commit, so the checks use the times of the commits. */
const inPostgres: Tables = {
  consents: "chaos.consent",
  readAt: "extract(epoch FROM pg_xact_commit_timestamp(entry.xmin))",
  revokedAt: "extract(epoch FROM pg_xact_commit_timestamp(revocation.xmin))"
}

const inSqlite: Tables = {
  consents: "(SELECT rowid AS place, consent_id AS id, status, revision, since FROM told_of_consent)",
  readAt: "entry.at",
  revokedAt: "revocation.since"
}

const databaseOf = async (
  { dataDir, database }: Installation.Installation,
  postgres: PostgresServer.PostgresServer | undefined
): Promise<Pick<ChaosTestbed, "query" | "tables">> => {
  if (postgres !== undefined) {
    const query = (text: string) => PostgresServer.query(postgres.url(), text)
    for (const statement of recording.split(/;\n(?= {2}CREATE)/)) await query(statement)
    return { query, tables: inPostgres }
  }
  ConsentHistory.startRecording(dataDir)
  return {
    query: async (text) => {
      const connection = new DatabaseSync(database, { readOnly: true, timeout: 10_000 })
      try {
        return connection.prepare(text).all()
      } finally {
        connection.close()
      }
    },
    tables: inSqlite
  }
}

/** A company that the nodes simulate themselves, because they serve its pages. */
const companyInside = "se-granskog"

const fitsInside = ({ company, parameters }: Scenario): boolean =>
  company.startsWith("se-") && !parameters.some(({ type }) => type === "PSD2_AIS_CONSENT")

/**
 * In every scenario in which the person presses a button on a company's page, replaces the company with the one that
 * the nodes simulate. Omits the scenario if that company has no page for it.
 */
export const moveScenariosToNodes = (scenarios: ReadonlyArray<Scenario>): ReadonlyArray<Scenario> =>
  scenarios.flatMap((scenario) => {
    if (scenario.presses === undefined) return scenario
    return fitsInside(scenario) ? { ...scenario, company: companyInside } : []
  })

const checkMillis = 250

/** PostgreSQL settings for a database on a small disk. */
const modest = { max_wal_size: "96MB", wal_keep_size: "0", wal_recycle: "off", wal_init_zero: "off" }

const prepare = async ({ needs, nodes: count }: ChaosTestbedOptions, cleanup: Cleanup): Promise<Prepared> => {
  if (count === 1 && needs.size === 0) return {}
  const hosts = needs.has("hosts") ? await Hosts.create(count) : undefined
  if (hosts !== undefined) cleanup.add(hosts.remove)
  const disk = needs.has("disk") ? await SmallDisk.mount() : undefined
  if (disk !== undefined) cleanup.add(disk.remove)
  const [installation] = PostgresServer.installations()
  const postgres = await PostgresServer.launch(installation, {
    ...(hosts !== undefined && { host: Hosts.machineAddresses.database, clients: Hosts.clientNetwork }),
    ...(disk !== undefined && { parent: disk.folder }),
    settings: { ...(disk !== undefined && modest), track_commit_timestamp: "on" }
  })
  if (disk !== undefined) cleanup.add(() => postgres.stop("immediate"))
  return { postgres, hosts, disk }
}

const balance = (nodes: ReadonlyArray<ServiceNode>, cleanup: Cleanup): void => {
  let isOver = false
  const checks = nodes.map(async (node) => {
    while (!isOver) {
      await node.check()
      await pause(checkMillis)
    }
  })
  cleanup.add(() => {
    isOver = true
    return Promise.all(checks)
  })
}

const inputs = ["contactForm", "collectionInput", "twoFactorCode", "twoFactorChoice", "electronicId"]

/** All kinds of input have the same timeout, because the checker knows only one. */
const timeouts = Object.fromEntries(inputs.map((input) => [`${input}Seconds`, inputTimeoutMillis / 1000]))

/** If a part fails to start, `cleanup` stops those that have already started. */
export const start = async (options: ChaosTestbedOptions, cleanup: Cleanup): Promise<ChaosTestbed> => {
  const { isKept, nodes: count, random } = options
  const prepared = await prepare(options, cleanup)
  const { hosts, postgres } = prepared
  const companyFolder = mkdtempSync(join(tmpdir(), "sheaf-chaos-company-"))
  cleanup.add(() => isKept() || rmSync(companyFolder, { recursive: true }))
  const inside = new Set([companyInside, ...consentCatalog.map(({ company }) => company)])
  const machine = hosts === undefined ? "127.0.0.1" : Hosts.machineAddresses.machine
  const company = await Company.start(companyFolder, machine, inside, random)
  cleanup.add(company.stop)
  const installation = await Installation.create(cleanup, {
    config: { limits: bulkLimits, timeouts, connectors: company.connectors, webhooks: { allowPrivateAddresses: true } },
    ...(postgres !== undefined && { databaseUrl: postgres.url() }),
    env: { SHEAF_DEMO: "off", SHEAF_PUBLIC_URL: Balancer.serviceUrl, MTLS_PORT: "off" },
    isKept
  })
  const { apiKey, dataDir, folder } = installation
  const webhooks = await Webhooks.start(folder, hosts?.all.map(({ on }) => on) ?? [[]])
  cleanup.add(webhooks.stop)
  const nodes = Array.from({ length: count }, (_, index) => {
    const host = hosts?.all[index]
    const place = host === undefined ? {} : { env: { HOST: host.address }, on: host.on }
    return new ServiceNode(installation, `node ${index + 1}`, place)
  })
  cleanup.add(() => Promise.all(nodes.map((node) => node.kill())))
  await Promise.all(nodes.map((node) => node.start()))
  const database = await databaseOf(installation, postgres)
  balance(nodes, cleanup)
  const client = new TestClient({
    base: Balancer.serviceUrl,
    contract: "unchecked",
    headers: { "authorization-token": apiKey },
    fetch: Balancer.makeFetch(nodes, random)
  })
  while (nodes.some(({ isReady }) => !isReady)) await pause(100)
  ;(await client.post("/webhook-endpoints", { url: webhooks.url })).expect(201)
  const [companyLog, violations]: [string, Array<string>] = [company.log, []]
  return { ...prepared, ...database, nodes, client, apiKey, companyLog, webhooks, violations, folder, dataDir, random }
}
