/** All parts of the benchmark, in the order of a run. Each part loads its modules when it starts. */
import type { Part } from "./harness/Suite.ts"
import * as SharedService from "./servers/SharedService.ts"

const shared = SharedService.make()

/** Stops the shared service, if a part started it. */
export const stop = shared.stop

export const all: ReadonlyArray<Part> = [
  {
    name: "names",
    summary: "matching of names, against three common ways",
    run: async (effort) => (await import("./rules/NameMatching.ts")).run(effort)
  },
  {
    name: "codecs",
    summary: "encoding 200 records for an older version, against the newest",
    run: async (effort) => (await import("./rules/VersionCodecs.ts")).run(effort)
  },
  {
    name: "start",
    summary: "starts of the service and of commands, against bare Node.js",
    run: async (effort) => (await import("./Start.ts")).run(effort)
  },
  {
    name: "memory",
    summary: "resident memory, idle and at full load (three minutes of load with --long)",
    run: async (effort) => (await import("./Memory.ts")).run(effort)
  },
  {
    name: "polls",
    summary: "status polls, against bare node:http and Fastify",
    run: async (effort) => (await import("./Polls.ts")).run(await shared.service(), effort)
  },
  {
    name: "mock",
    summary: "status polls, against Prism, a mock server that integrators could use instead",
    run: async (effort) => (await import("./Mock.ts")).run(await shared.service(), effort)
  },
  {
    name: "limits",
    summary: "status polls with and without limits, and with and without metrics",
    run: async (effort) => (await import("./Limits.ts")).run(await shared.service(), effort)
  },
  {
    name: "tls",
    summary: "mutual TLS, against bare node:https",
    run: async (effort) => (await import("./Tls.ts")).run(await shared.service(), effort)
  },
  {
    name: "data",
    summary: "reading the data of 200 records",
    run: async (effort) => (await import("./Data.ts")).run(effort)
  },
  {
    name: "collections",
    summary: "whole collections, from start to COMPLETED",
    run: async (effort) => (await import("./collections/Collections.ts")).run(effort)
  },
  {
    name: "backup",
    summary: "backups while collections run, and a restoration",
    run: async (effort) => (await import("./collections/Backup.ts")).run(effort)
  },
  {
    name: "idempotency",
    summary: "start requests with and without an idempotency key, and repeats",
    run: async (effort) => (await import("./Idempotency.ts")).run(effort)
  },
  {
    name: "waiting",
    summary: "collections that wait for a person: memory, restart, answers (10,000 of them with --long)",
    run: async (effort) => (await import("./collections/Waiting.ts")).run(effort)
  },
  {
    name: "held",
    summary: "5,000 polls that wait for a change: memory, time to answer all",
    run: async (effort) => (await import("./Held.ts")).run(effort)
  },
  {
    name: "connect",
    summary: "the Connect page in Chromium, against an empty page, and the memory of open sessions",
    run: async (effort) => (await import("./Connect.ts")).run(effort)
  },
  {
    name: "events",
    summary: "webhooks: a backlog of 20,000 events, while a receiver hangs (100,000 with --long)",
    run: async (effort) => (await import("./Events.ts")).run(effort)
  },
  {
    name: "nodes",
    summary: "nodes on PostgreSQL, against DBOS Transact and SQLite (only if named)",
    onRequest: true,
    run: async (effort) => (await import("./nodes/Nodes.ts")).run(effort)
  },
  {
    name: "costs",
    summary: "statements, bytes and write-ahead log of collections and polls on PostgreSQL (only if named)",
    onRequest: true,
    run: async (effort) => (await import("./nodes/Costs.ts")).run(effort)
  },
  {
    name: "requests",
    summary: "polls of a collection with a slow person, with and without waiting",
    counts: true,
    run: async (effort) => (await import("./Requests.ts")).run(effort)
  }
]
