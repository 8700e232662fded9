/** Reads the limits on requests, starts, connections and bodies, with their defaults (spec 8). */
import { Connections, LongPolls, HttpApp, Rates } from "@sheaf/adapters-http"
import { Reader } from "@sheaf/adapters-pdf"
import { PsuIpAddresses, StartLimits } from "@sheaf/application"
import type { ConfigFile } from "./ConfigFile.ts"
import type { Mode } from "./Mode.ts"
import * as LimitsSection from "./limits/LimitsSection.ts"

const ratesOf = ({ limits = {} }: ConfigFile): Rates.Rates =>
  Rates.of({
    status: limits.statusReadsPerMinute ?? Rates.quotasPerMinute.status,
    starts: limits.startsPerMinute ?? Rates.quotasPerMinute.starts,
    requests: limits.requestsPerMinute ?? Rates.quotasPerMinute.requests,
    authentication: limits.failedAuthenticationsPerMinute ?? Rates.quotasPerMinute.authentication,
    connectRequests: limits.connectRequestsPerMinute ?? Rates.quotasPerMinute.connectRequests,
    connectStarts: limits.connectStartsPerMinute ?? Rates.quotasPerMinute.connectStarts
  })

/** Outside production mode, starts are counted per login only if the file sets one of these limits. */
const startLimitsOf = ({ limits = {} }: ConfigFile, mode: Mode): StartLimits.StartLimits => {
  const { defaultAttemptLimit, defaultStartLimits } = StartLimits
  const { startsPerLogin, startsPerLoginAfterFailure, startsPerLoginSeconds } = limits
  const isCounted =
    mode.limitsLogins ||
    [startsPerLogin, startsPerLoginAfterFailure, startsPerLoginSeconds].some((setting) => setting !== undefined)
  const attempts = {
    starts: startsPerLogin ?? defaultAttemptLimit.starts,
    startsAfterFailure: startsPerLoginAfterFailure ?? defaultAttemptLimit.startsAfterFailure,
    windowMillis: startsPerLoginSeconds === undefined ? defaultAttemptLimit.windowMillis : startsPerLoginSeconds * 1000
  }
  return {
    openOrders: limits.openOrdersPerPerson ?? defaultStartLimits.openOrders,
    runningCollections: limits.runningCollectionsPerClient ?? defaultStartLimits.runningCollections,
    connectSessionStarts: limits.startsPerConnectSession ?? defaultStartLimits.connectSessionStarts,
    monitors: limits.monitorsPerClient ?? defaultStartLimits.monitors,
    monitorRunsPerDay: limits.monitorRunsPerClientPerDay ?? defaultStartLimits.monitorRunsPerDay,
    ...(isCounted && { attempts })
  }
}

export interface TransportSettings {
  readonly connections: Connections.ConnectionLimits
  readonly largeBodies: HttpApp.LargeBodyLimits
  /** How many bytes of downloads may be held in memory because clients have not read them yet. */
  readonly downloads: Pick<typeof HttpApp.defaultLimits, "downloadBytes" | "downloadBytesPerClient">
  /** How long a request's headers may take to arrive, in milliseconds. */
  readonly headerMillis: number
}

/** A megabyte here is 1024 KiB. */
const bytesOf = (megabytes: number | undefined) => megabytes && megabytes * 1024 * 1024

const transportOf = ({ limits = {} }: ConfigFile): TransportSettings => {
  const { pace, perAddress, total } = Connections.defaultLimits
  const { downloadBytes, downloadBytesPerClient, largeBodies, largeBodiesPerClient } = HttpApp.defaultLimits
  const connections = limits.connections ?? total
  return {
    connections: {
      total: connections,
      // At most half of all connections, so that no single address can shut out everyone else.
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
    headerMillis: (limits.headerSeconds ?? LimitsSection.timeoutDefaults.headerSeconds) * 1000
  }
}

export const limitsOf = (file: ConfigFile, mode: Mode) => ({
  bodyBytes: file.limits?.bodyBytes ?? HttpApp.defaultLimits.maxBodyBytes,
  heldRequests: {
    perClient: file.limits?.heldRequestsPerClient ?? LongPolls.defaultLimits.perClient,
    total: file.limits?.heldRequests ?? LongPolls.defaultLimits.total
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
  drain: (file.limits?.drainSeconds ?? LimitsSection.timeoutDefaults.drainSeconds) * 1000
})
