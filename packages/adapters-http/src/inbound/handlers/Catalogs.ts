/** Builds the responses of `GET /versions` and `GET /statuses` from the domain (spec 9). */
import * as Market from "@sheaf/domain/Market"
import type { Versions } from "@sheaf/domain/versions/Versions"
import type { StatusEntry, VersionEntry } from "@sheaf/http-contract"
import * as Deprecation from "../versions/Deprecation.ts"

/** Lists the versions, oldest first, each with its changes since the previous one. */
export const versionEntries = (
  line: Versions,
  sunsets: Deprecation.SunsetDates | undefined
): ReadonlyArray<VersionEntry> =>
  line.running.map((version) => {
    const { deprecatedAt, sunsetAt } = Deprecation.of(version, line, sunsets)
    return {
      version,
      status: deprecatedAt === undefined ? "CURRENT" : "DEPRECATED",
      ...(deprecatedAt && { deprecatedAt: deprecatedAt.toISOString() }),
      ...(sunsetAt && { sunsetAt: sunsetAt.toISOString() }),
      changes: line.changes(version).map(({ affects, description, title }) => ({ title, description, affects }))
    }
  })

/** Lists the statuses in the order of spec 3.1. */
export const statusEntries = ({ running, statuses }: Versions): ReadonlyArray<StatusEntry> =>
  statuses.all.map((status) => {
    const { class: kind, clientAction, meaning } = statuses.describe(status)
    const isReturned = (version: string, market: Market.Market) => statuses.returnedBy(status, { version, market })
    return {
      status,
      class: kind,
      final: statuses.isFinal(status),
      versions: running.filter((version) => Market.all.some((market) => isReturned(version, market))),
      markets: Market.all.filter((market) => running.some((version) => isReturned(version, market))),
      meaning,
      clientAction
    }
  })
