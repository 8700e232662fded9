/**
 * Measures reads of a collection with many records over HTTP, in both versions, and compares them with Fastify. No
 * simulated company has that many records, so the benchmark uses the service's own store to write them before it starts
 * the service.
 */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import * as Ended from "./collections/Ended.ts"
import { headersOf, withInstallation } from "../workshop/stage/Installation.ts"
import { withServer } from "./servers/Server.ts"
import type { Installation } from "../workshop/stage/Installation.ts"
import type { Effort } from "./Part.ts"
import * as Contest from "./load/Contest.ts"
import * as Same from "./load/Same.ts"
import type { Figure } from "./Report.ts"
import * as WealthRecords from "./rules/WealthRecords.ts"

const records = 200
const connections = 10

const collectionId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"
const measure = async (installation: Installation, fastify: string, effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const { service } = await installation.start()
  const get = (name: string, base: string, path: string, version: ApiVersion) =>
    Contest.entrant(name, { base, path, headers: headersOf(installation.apiKey, version) })
  const path = `/collections/${collectionId}/wealth/data`
  const head = get(`data of ${records} records`, service.base, path, "2026-04-01")
  const old = get("2025-01-01", service.base, `/wealth/collection/${collectionId}/data`, "2025-01-01")
  const encoded = get("Fastify, compiled serializer", fastify, path, "2026-04-01")
  const unparsed = get("Fastify, unparsed", fastify, `${path}/unparsed`, "2026-04-01")
  for (const other of [encoded, unparsed]) await Same.expectSame(head.request, other.request)
  const entrants = [head, old, encoded, unparsed]
  const load = await Contest.run(entrants, connections, effort)
  return [
    ...entrants.flatMap(Contest.figuresOf),
    Contest.ratioOf("data : Fastify, compiled serializer", head, encoded, [">=", 0.7]),
    Contest.ratioOf("data : Fastify, unparsed", head, unparsed),
    Contest.ratioOf("2025-01-01 : Fastify, compiled serializer", old, encoded),
    { name: "the load itself", value: load, unit: "of a core" }
  ]
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withInstallation(async (installation) => {
    await installation.withStore(Ended.store(collectionId, Date.now(), WealthRecords.make(records)))
    const script = new URL("./servers/fastifyServer.ts", import.meta.url)
    return withServer(script, [installation.database], (fastify) => measure(installation, fastify, effort))
  })
