/** All parts of the benchmark, in the order of a run. Each part loads its modules when it starts. */
import type { RunningInstallation } from "../workshop/stage/Installation.ts"
import type { Effort, Part } from "./Part.ts"
import type { Figure } from "./Report.ts"
import * as SharedService from "./servers/SharedService.ts"

type Figures = Promise<ReadonlyArray<Figure>>

const shared = SharedService.make()

/** Stops the shared service, if a part started it. */
export const stop = shared.stop

const part = (
  name: string,
  summary: string,
  load: () => Promise<{ readonly run: (effort: Effort) => Figures }>,
  more: Pick<Part, "counts" | "onRequest"> = {}
): Part => ({ name, summary, ...more, run: async (effort) => (await load()).run(effort) })

/** A part that measures the shared service. */
const sharing = (
  name: string,
  summary: string,
  load: () => Promise<{ readonly run: (service: RunningInstallation, effort: Effort) => Figures }>
): Part => ({ name, summary, run: async (effort) => (await load()).run(await shared.service(), effort) })

export const all: ReadonlyArray<Part> = [
  part("names", "matching of names, against three common ways", () => import("./rules/NameMatching.ts")),
  part("codecs", "200 records for an older version, against the newest", () => import("./rules/VersionCodecs.ts")),
  part("start", "starts of the service and of commands, against bare Node.js", () => import("./Start.ts")),
  part("memory", "memory, idle and at full load (for three minutes with --long)", () => import("./Memory.ts")),
  sharing("polls", "status polls, against bare node:http and Fastify", () => import("./Polls.ts")),
  sharing("mock", "status polls, against Prism, a mock server", () => import("./Mock.ts")),
  sharing("limits", "status polls with and without limits, and with and without metrics", () => import("./Limits.ts")),
  sharing("tls", "mutual TLS, against bare node:https", () => import("./Tls.ts")),
  part("data", "reading the data of 200 records", () => import("./Data.ts")),
  part("collections", "collections, from start to COMPLETED", () => import("./collections/Collections.ts")),
  part("backup", "backups while collections run, and a restoration", () => import("./collections/Backup.ts")),
  part("idempotency", "starts with and without an idempotency key, and repeats", () => import("./Idempotency.ts")),
  part(
    "waiting",
    "collections that wait for a person: memory, restart, answers (10,000 of them with --long)",
    () => import("./collections/Waiting.ts")
  ),
  part("held", "5,000 polls that wait for a change: memory, time to answer all", () => import("./Held.ts")),
  part("connect", "the Connect page in Chromium, and the memory of open sessions", () => import("./Connect.ts")),
  part(
    "events",
    "webhooks: a backlog of 20,000 events, while a receiver hangs (100,000 with --long)",
    () => import("./Events.ts")
  ),
  part(
    "nodes",
    "nodes on PostgreSQL, against DBOS Transact and SQLite (only if named)",
    () => import("./nodes/Nodes.ts"),
    { onRequest: true }
  ),
  part(
    "costs",
    "what collections and polls cost PostgreSQL: statements, bytes, log (only if named)",
    () => import("./nodes/Costs.ts"),
    { onRequest: true }
  ),
  part(
    "requests",
    "polls of a collection with a slow person, with and without waiting",
    () => import("./Requests.ts"),
    {
      counts: true
    }
  )
]
