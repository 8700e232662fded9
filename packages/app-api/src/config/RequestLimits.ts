/** The request rates and the limits on starts from the configuration file, and their defaults (spec 8). */
import { Rates } from "@sheaf/adapters-http"
import { StartLimits } from "@sheaf/application"
import type { ConfigFile } from "./ConfigFile.ts"

/** Returns the request rates. */
export const ratesOf = ({ limits = {} }: ConfigFile): Rates.Rates =>
  Rates.of({
    status: limits.statusReadsPerMinute ?? Rates.perMinute.status,
    starts: limits.startsPerMinute ?? Rates.perMinute.starts,
    requests: limits.requestsPerMinute ?? Rates.perMinute.requests,
    authentication: limits.failedAuthenticationsPerMinute ?? Rates.perMinute.authentication,
    connectRequests: limits.connectRequestsPerMinute ?? Rates.perMinute.connectRequests,
    connectStarts: limits.connectStartsPerMinute ?? Rates.perMinute.connectStarts
  })

/** The sandbox counts starts for one login only if the file sets one of the limits on them. */
export const startLimitsOf = ({ limits = {} }: ConfigFile, mode: "sandbox" | "production"): StartLimits.StartLimits => {
  const { attemptDefaults, defaults } = StartLimits
  const { startsPerLogin, startsPerLoginAfterFailure, startsPerLoginSeconds } = limits
  const isCounted =
    mode === "production" ||
    [startsPerLogin, startsPerLoginAfterFailure, startsPerLoginSeconds].some((setting) => setting !== undefined)
  const attempts = {
    starts: startsPerLogin ?? attemptDefaults.starts,
    startsAfterFailure: startsPerLoginAfterFailure ?? attemptDefaults.startsAfterFailure,
    windowMillis: startsPerLoginSeconds === undefined ? attemptDefaults.windowMillis : startsPerLoginSeconds * 1000
  }
  return {
    openOrders: limits.openOrdersPerPerson ?? defaults.openOrders,
    runningCollections: limits.runningCollectionsPerClient ?? defaults.runningCollections,
    connectSessionStarts: limits.startsPerConnectSession ?? defaults.connectSessionStarts,
    ...(isCounted && { attempts })
  }
}
