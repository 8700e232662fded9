/**
 * Measures reading the data of a collection with many records, over HTTP, in both versions. No simulated company has so
 * many records, so the service's own store writes them before the service starts.
 */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { CollectionStore } from "@sheaf/ports"
import { Effect } from "effect"
import { clientId, withInstallation } from "./servers/Bench.ts"
import type { Installation } from "./servers/Bench.ts"
import type { Effort } from "./harness/Effort.ts"
import * as Contest from "./load/Contest.ts"
import type { Figure } from "./Report.ts"
import * as WealthRecords from "./WealthRecords.ts"

const records = 200
const connections = 10

const collectionId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"
const hour = 3_600_000

/** Stores a collection that has just completed. */
const collected = (at: number) =>
  Effect.gen(function* () {
    const store = yield* CollectionStore
    const head = {
      ...CollectionLifecycle.begin,
      collectionId,
      clientId,
      company: "se-nordhem",
      market: "se" as const,
      loginMethod: "USERNAME_AND_PASSWORD" as const,
      createdAt: at,
      statusChangedAt: at
    }
    const order = {
      _tag: "Login" as const,
      loginMethod: head.loginMethod,
      login: { type: "USERNAME_PASSWORD" as const, username: "many", password: "secret" },
      attributes: {}
    }
    yield* store.accept({ head, products: ["WEALTH"], order, deadline: at + hour })
    const { revision } = head
    yield* store.advance({ collectionId, step: 0, revision }, [
      {
        status: "COMPLETED",
        revision: revision + 1,
        statusChangedAt: at,
        at,
        shown: {},
        identified: false,
        data: { WEALTH: WealthRecords.make(records) }
      }
    ])
  })

const measure = async (installation: Installation, effort: Effort): Promise<ReadonlyArray<Figure>> => {
  await installation.withStore(collected(Date.now()))
  const { service } = await installation.start()
  const get = (version: string, path: string) =>
    Contest.entrant(`data of ${records} records, ${version}`, {
      base: service.base,
      path,
      headers: { "authorization-token": installation.apiKey, "service-version": version }
    })
  const head = get("2026-04-01", `/collections/${collectionId}/wealth/data`)
  const old = get("2025-01-01", `/wealth/collection/${collectionId}/data`)
  const load = await Contest.run([head, old], connections, effort)
  return [
    ...[head, old].flatMap(Contest.figuresOf),
    Contest.ratioOf("2025-01-01 : 2026-04-01", old, head, [">=", 0.9]),
    { name: "the load itself", value: load, unit: "of a core" }
  ]
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withInstallation((installation) => measure(installation, effort))
