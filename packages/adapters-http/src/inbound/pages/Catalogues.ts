/** What `GET /versions` and `GET /statuses` list: the knowledge of the domain, as data for clients (decisions 13). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as Market from "@sheaf/domain/Market"
import type { StatusEntry, VersionEntry } from "@sheaf/http-contract"
import type { Lifecycles } from "../versions/Lifecycle.ts"

const versionEntry = (version: ApiVersion.ApiVersion, lifecycles: Lifecycles): VersionEntry => {
  const { deprecatedAt, sunsetAt } = lifecycles[version]
  return {
    version,
    status: deprecatedAt === undefined ? "CURRENT" : "DEPRECATED",
    ...(deprecatedAt && { deprecatedAt: deprecatedAt.toISOString() }),
    ...(sunsetAt && { sunsetAt: sunsetAt.toISOString() }),
    changes: ApiVersion.changes(version).map(({ affects, description, title }) => ({ title, description, affects }))
  }
}

/** The running versions, oldest first, each with what it changed in the one before. */
export const versions = (lifecycles: Lifecycles): ReadonlyArray<VersionEntry> =>
  ApiVersion.running.map((version) => versionEntry(version, lifecycles))

const statusEntry = (status: CollectionStatus.AnyStatus): StatusEntry => {
  const { class: kind, clientAction, meaning } = CollectionStatus.describe(status)
  const isReturned = (version: ApiVersion.ApiVersion, market: Market.Market) =>
    CollectionStatus.returnedBy(status, { version, market })
  return {
    status,
    class: kind,
    final: CollectionStatus.isFinal(status),
    versions: ApiVersion.running.filter((version) => Market.all.some((market) => isReturned(version, market))),
    markets: Market.all.filter((market) => ApiVersion.running.some((version) => isReturned(version, market))),
    meaning,
    clientAction
  }
}

/** Every status of spec 3.1, in the order of the table there. */
export const statuses: ReadonlyArray<StatusEntry> = CollectionStatus.all.map(statusEntry)
