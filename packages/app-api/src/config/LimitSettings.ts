/** The limits on requests, starts, connections and bodies from the configuration file, and their defaults (spec 8). */
import { Connections, LongPolls, HttpApp, Rates } from "@sheaf/adapters-http"
import { Reader } from "@sheaf/adapters-pdf"
import { PsuIpAddresses, StartLimits } from "@sheaf/application"
import type { ConfigFile } from "./ConfigFile.ts"
import * as LimitsSection from "./limits/LimitsSection.ts"

/** Returns the request rates. */
const ratesOf = ({ limits = {} }: ConfigFile): Rates.Rates =>
  Rates.of({
    status: limits.statusReadsPerMinute ?? Rates.perMinute.status,
    starts: limits.startsPerMinute ?? Rates.perMinute.starts,
    requests: limits.requestsPerMinute ?? Rates.perMinute.requests,
    authentication: limits.failedAuthenticationsPerMinute ?? Rates.perMinute.authentication,
    connectRequests: limits.connectRequestsPerMinute ?? Rates.perMinute.connectRequests,
    connectStarts: limits.connectStartsPerMinute ?? Rates.perMinute.connectStarts
  })

/** The sandbox counts starts for one login only if the file sets one of the limits on them. */
const startLimitsOf = ({ limits = {} }: ConfigFile, mode: "sandbox" | "production"): StartLimits.StartLimits => {
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

export interface TransportSettings {
  readonly connections: Connections.ConnectionLimits
  /** The limits on how many large bodies Sheaf reads at a time. */
  readonly largeBodies: HttpApp.LargeBodyLimits
  /** The largest numbers of bytes that clients have not read yet. */
  readonly downloads: Pick<typeof HttpApp.defaults, "downloadBytes" | "downloadBytesPerClient">
  /** The time within which a request's header must arrive, in milliseconds. */
  readonly headerMillis: number
}

/** Returns a number of megabytes, of 1024 KiB each, in bytes. */
const bytesOf = (megabytes: number | undefined) => megabytes && megabytes * 1024 * 1024

const transportOf = ({ limits = {} }: ConfigFile): TransportSettings => {
  const { pace, perAddress, total } = Connections.defaults
  const { downloadBytes, downloadBytesPerClient, largeBodies, largeBodiesPerClient } = HttpApp.defaults
  const connections = limits.connections ?? total
  return {
    connections: {
      total: connections,
      // No address can have more than half, so that a single address cannot shut out all others.
      perAddress: Math.min(limits.connectionsPerAddress ?? perAddress, Math.ceil(connections / 2)),
      pace: {
        bytesPerSecond: limits.bytesPerSecond ?? pace.bytesPerSecond,
        graceSeconds: limits.slowSeconds ?? pace.graceSeconds
      }
    },
    largeBodies: {
      largeBodies: limits.largeBodies ?? largeBodies,
      largeBodiesPerClient: limits.largeBodiesPerClient ?? largeBodiesPerClient
    },
    downloads: {
      downloadBytes: bytesOf(limits.downloadMegabytes) ?? downloadBytes,
      downloadBytesPerClient: bytesOf(limits.downloadMegabytesPerClient) ?? downloadBytesPerClient
    },
    headerMillis: (limits.headerSeconds ?? LimitsSection.defaults.headerSeconds) * 1000
  }
}

/** Returns all limits. */
export const of = (file: ConfigFile, mode: "sandbox" | "production") => ({
  bodyBytes: file.limits?.bodyBytes ?? HttpApp.defaults.maxBodyBytes,
  heldRequests: {
    perClient: file.limits?.heldRequestsPerClient ?? LongPolls.defaults.perClient,
    total: file.limits?.heldRequests ?? LongPolls.defaults.total
  },
  rates: ratesOf(file),
  usersPerPersonAddress: file.limits?.usersPerPersonAddress ?? PsuIpAddresses.defaultMaxUsers,
  startLimits: startLimitsOf(file, mode),
  uploads: {
    ...Reader.defaultLimits,
    atOnce: file.limits?.pdfReadings ?? Reader.defaultLimits.atOnce,
    waiting: file.limits?.pdfWaitingPerClient ?? Reader.defaultLimits.waiting
  },
  transport: transportOf(file),
  drain: (file.limits?.drainSeconds ?? LimitsSection.defaults.drainSeconds) * 1000
})
