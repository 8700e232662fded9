/** The limits on connections and bodies from the configuration file (decisions 14). */
import { Connections, HttpApp } from "@sheaf/adapters-http"
import type { ConfigFile } from "./ConfigFile.ts"

export interface TransportSettings {
  readonly connections: Connections.ConnectionLimits
  /** The limits on how many large bodies Sheaf reads at a time. */
  readonly largeBodies: HttpApp.LargeBodies
  /** The time within which a request's header must arrive, in milliseconds. */
  readonly headerMillis: number
}

export const of = ({ limits = {} }: ConfigFile): TransportSettings => {
  const { pace, perAddress, total } = Connections.defaults
  const { largeBodies, largeBodiesPerClient } = HttpApp.defaults
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
    headerMillis: (limits.headerSeconds ?? 10) * 1000
  }
}
