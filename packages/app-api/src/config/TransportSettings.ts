/** The limits on connections and bodies from the configuration file (spec 8). */
import { Connections, HttpApp } from "@sheaf/adapters-http"
import type { ConfigFile } from "./ConfigFile.ts"
import * as LimitsSection from "./limits/LimitsSection.ts"

export interface TransportSettings {
  readonly connections: Connections.ConnectionLimits
  /** The limits on how many large bodies Sheaf reads at a time. */
  readonly largeBodies: HttpApp.LargeBodies
  /** The largest numbers of bytes that clients have not read yet. */
  readonly downloads: Pick<typeof HttpApp.defaults, "downloadBytes" | "downloadBytesPerClient">
  /** The time within which a request's header must arrive, in milliseconds. */
  readonly headerMillis: number
}

/** Returns a number of megabytes, of 1024 KiB each, in bytes. */
const bytesOf = (megabytes: number | undefined) => megabytes && megabytes * 1024 * 1024

export const of = ({ limits = {} }: ConfigFile): TransportSettings => {
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
