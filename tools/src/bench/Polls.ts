/**
 * Compares the service's status polls in both versions with a bare server and a Fastify server that do the same work.
 */
import { hasEnded } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { clientOf, headersOf } from "../workshop/stage/Installation.ts"
import { withServer } from "./servers/Server.ts"
import type { RunningInstallation } from "../workshop/stage/Installation.ts"
import type { Effort } from "./Part.ts"
import * as Contest from "./load/Contest.ts"
import type { Request } from "./load/Load.ts"
import * as Same from "./load/Same.ts"
import type { Figure } from "./Report.ts"

export const connections = 50

/** Starts a collection and waits until it reaches the given status. */
export const collection = async (client: Client, body: StartCollection, status: string): Promise<string> => {
  const id = await client.begin(body)
  const polled = await client.poll(id, (seen) => seen.status === status || hasEnded(seen))
  if (polled.status !== status) throw new Error(`a collection ended as ${polled.status}`)
  return id
}

export const completed: StartCollection = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
  parameters: [{ type: "SWEDISH_EID", personalNumber: "198112189876" }]
}

/** A collection that waits for input, because its row then has sealed information. */
const waiting: StartCollection = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "secret" }]
}

interface Server {
  readonly base: string
  readonly pid: number | undefined
}

const versus = async (
  { apiKey, service }: RunningInstallation,
  ids: { readonly completed: string; readonly waiting: string },
  others: { readonly bare: Server; readonly fastify: Server },
  effort: Effort
): Promise<ReadonlyArray<Figure>> => {
  const headers = headersOf(apiKey, "2026-04-01")
  const poll = (base: string, id = ids.completed): Request => ({ base, path: `/collections/${id}/status`, headers })
  const own = { pid: service.pid }
  const head = Contest.entrant("status polls", poll(service.base), own)
  const old = Contest.entrant(
    "status polls, 2025-01-01",
    {
      base: service.base,
      path: `/wealth/collection/${ids.completed}/status`,
      headers: headersOf(apiKey, "2025-01-01")
    },
    own
  )
  const bare = Contest.entrant("bare node:http", poll(others.bare.base), others.bare)
  const fastify = Contest.entrant("Fastify", poll(others.fastify.base), others.fastify)
  const shown = Contest.entrant("status polls that show a question", poll(service.base, ids.waiting), own)
  const fastifyShown = Contest.entrant("Fastify, the same", poll(others.fastify.base, ids.waiting), others.fastify)
  await Same.expectSame(head.request, fastify.request)
  await Same.expectSame(shown.request, fastifyShown.request)
  const entrants = [head, old, bare, fastify, shown, fastifyShown]
  const load = await Contest.run(entrants, connections, effort)
  return [
    ...entrants.flatMap(Contest.figuresOf),
    Contest.ratioOf("polls : bare", head, bare, [">=", 0.8]),
    Contest.ratioOf("polls, 2025-01-01 : bare", old, bare, [">=", 0.8]),
    Contest.ratioOf("polls : Fastify", head, fastify, [">=", 1]),
    Contest.processorRatioOf("polls : bare, processor time", head, bare, [">=", 0.8]),
    Contest.processorRatioOf("polls : Fastify, processor time", head, fastify, [">=", 1]),
    Contest.ratioOf("polls, 2025-01-01 : Fastify", old, fastify, [">=", 1]),
    Contest.ratioOf("polls : Fastify, with a question", shown, fastifyShown, [">=", 1]),
    Contest.ratioOf("2025-01-01 : 2026-04-01", old, head, [">=", 0.9]),
    { name: "the load itself", value: load, unit: "of a core" }
  ]
}

export const run = async (bench: RunningInstallation, effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const client = clientOf(bench, bench)
  const ids = {
    completed: await collection(client, completed, "COMPLETED"),
    waiting: await collection(client, waiting, "TWO_FACTOR_PENDING")
  }
  const server = <A>(script: URL, use: (server: Server) => Promise<A>): Promise<A> =>
    withServer(script, [bench.database], (base, pid) => use({ base, pid }))
  return server(new URL("./servers/bareServer.ts", import.meta.url), (bare) =>
    server(new URL("./servers/fastifyServer.ts", import.meta.url), (fastify) =>
      versus(bench, ids, { bare, fastify }, effort)
    )
  )
}
