/** The `limits` section of the configuration file. */
import { Connections, LongPolls, HttpApp, Rates } from "@sheaf/adapters-http"
import { Reader } from "@sheaf/adapters-pdf"
import { PsuIpAddresses, StartLimits } from "@sheaf/application"
import { Schema } from "effect"
import * as Setting from "../values/Setting.ts"

const mebibyte = 1024 * 1024
const { pace, perAddress, total } = Connections.defaultLimits
const { downloadBytes, downloadBytesPerClient, largeBodies, largeBodiesPerClient, maxBodyBytes } = HttpApp.defaultLimits
const { defaultAttemptLimit: attempts, defaultStartLimits: starts } = StartLimits

export const timeoutDefaults = { drainSeconds: 0, headerSeconds: 10 }

const perMinute = (meaning: string, usual: number) => Setting.integer(1, 10_000_000, meaning, usual)

const counted = "Outside production mode, Sheaf limits these only if one of the `startsPerLogin` settings is present."

export const LimitsSection = Schema.Struct({
  // The minimum leaves room for a request that starts a collection, including its parameters. The maximum is needed
  // because bodies are held in memory.
  bodyBytes: Setting.integer(1024, 16 * mebibyte, "Maximum request body.", maxBodyBytes),
  drainSeconds: Setting.integer(
    0,
    300,
    "How long the service keeps listening after `SIGTERM`.",
    timeoutDefaults.drainSeconds
  ),
  heldRequests: Setting.integer(
    0,
    100_000,
    "Requests held because of `Prefer: wait`. Further requests are answered immediately.",
    LongPolls.defaultLimits.total
  ),
  heldRequestsPerClient: Setting.integer(
    0,
    100_000,
    "Like `heldRequests`, but for each client.",
    LongPolls.defaultLimits.perClient
  ),
  connections: Setting.integer(1, 1_000_000, "Open connections on both listeners.", total),
  connectionsPerAddress: Setting.integer(
    1,
    1_000_000,
    "Open connections from each IPv4 address or IPv6 /64 network. Never more than half of `connections`.",
    perAddress
  ),
  largeBodies: Setting.integer(
    1,
    1_000,
    "Bodies over `bodyBytes` that are read simultaneously. Further bodies wait for up to 10 seconds.",
    largeBodies
  ),
  largeBodiesPerClient: Setting.integer(1, 1_000, "Like `largeBodies`, but for each client.", largeBodiesPerClient),
  downloadMegabytes: Setting.integer(
    20,
    16_384,
    "Data and documents that clients have not read yet. A download counts as 20 MB until Sheaf has read it. " +
      "Further downloads wait for up to 10 seconds.",
    downloadBytes / mebibyte
  ),
  downloadMegabytesPerClient: Setting.integer(
    20,
    16_384,
    "Like `downloadMegabytes`, but for each client. A client's last download can exceed the limit.",
    downloadBytesPerClient / mebibyte
  ),
  bytesPerSecond: Setting.integer(
    1,
    mebibyte,
    "Minimum rate of a request body in each period of `slowSeconds`. A client must also read part of a response " +
      "in each such period, or in the time that 20 KiB take at this rate if that is longer.",
    pace.bytesPerSecond
  ),
  slowSeconds: Setting.integer(1, 60, "The period of `bytesPerSecond`.", pace.graceSeconds),
  headerSeconds: Setting.integer(1, 60, "Time for a request's header to arrive.", timeoutDefaults.headerSeconds),
  statusReadsPerMinute: perMinute("Status reads of one collection or consent.", Rates.quotasPerMinute.status),
  startsPerMinute: perMinute("Starts of one client.", Rates.quotasPerMinute.starts),
  requestsPerMinute: perMinute("Other requests with one API key.", Rates.quotasPerMinute.requests),
  failedAuthenticationsPerMinute: perMinute(
    "Failed authentications from one network address.",
    Rates.quotasPerMinute.authentication
  ),
  connectRequestsPerMinute: perMinute("Calls of one Connect session's page.", Rates.quotasPerMinute.connectRequests),
  connectStartsPerMinute: perMinute("Starts of one Connect session.", Rates.quotasPerMinute.connectStarts),
  usersPerPersonAddress: Setting.integer(
    1,
    100_000,
    "Sheaf logs a warning about a client that reports the same `psuIpAddress` for more users than this in a " +
      "day (UTC).",
    PsuIpAddresses.defaultMaxUsers
  ),
  runningCollectionsPerClient: Setting.integer(
    1,
    10_000_000,
    "A client's collections that have not ended.",
    starts.runningCollections
  ),
  openOrdersPerPerson: Setting.integer(
    1,
    1_000_000,
    "A client's open electronic-ID orders for one person.",
    starts.openOrders
  ),
  startsPerLogin: Setting.integer(1, 100_000, `Starts for one login at one company. ${counted}`, attempts.starts),
  startsPerLoginAfterFailure: Setting.integer(
    1,
    100_000,
    "Like `startsPerLogin`, but counted from the first start that ended in INCORRECT_CREDENTIALS.",
    attempts.startsAfterFailure
  ),
  startsPerLoginSeconds: Setting.seconds("The period in which starts for a login count.", attempts.windowMillis),
  // The maximum is 100, because Sheaf shows and discards at most 100 collections and consents per session.
  startsPerConnectSession: Setting.integer(
    1,
    100,
    "Collections and consents that one Connect session can start. Keep it well below `runningCollectionsPerClient`, " +
      "which also counts them.",
    starts.connectSessionStarts
  ),
  monitorsPerClient: Setting.integer(0, 10_000_000, "A client's monitors that have not ended.", starts.monitors),
  monitorRunsPerClientPerDay: Setting.integer(
    0,
    10_000_000,
    "Collections that a client's monitors start in a day (UTC), including second attempts. Further collections " +
      "wait for the next day.",
    starts.monitorRunsPerDay
  ),
  pdfReadings: Setting.integer(
    1,
    64,
    "Uploaded documents that are read simultaneously: by default 2, or 3 with more than two processors. If this is " +
      "more than 1, no single client can use them all."
  ),
  pdfWaitingPerClient: Setting.integer(
    1,
    100_000,
    "A client's documents that are waiting to be read. Sheaf retries further ones for `connectorRetrySeconds`.",
    Reader.defaultLimits.waiting
  )
}).annotate({ description: "Limits on requests, connections, starts and documents." })
