/** Defines the listener and the flags of commands that serve HTTP. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Listener } from "@sheaf/adapters-http"
import { Layer } from "effect"
import { Flag } from "effect/cli"
import { NetAddress } from "effect/net"
import type { Server } from "node:http"
import * as ListenErrors from "../../errors/ListenErrors.ts"

/** Port 0 means any free port. */
export const portFlag = (name: string) =>
  Flag.Int(name).pipe(
    Flag.filter(
      (value) => value >= 0 && value <= 65_535,
      () => "a whole number from 0 to 65535"
    )
  )

const wildcards = ["0.0.0.0", "::"]

export const urlOf = (host: string, listening: number): string =>
  `http://${wildcards.includes(host) ? "127.0.0.1" : NetAddress.formatUrlHostString(host)}:${listening}`

/** Starts listening, over HTTP by default. If the port is not available, the error names the flags. */
export const layerListener = (host: string, wanted: number, server: () => Server = () => Listener.make()) =>
  NodeHttpServer.layer(server, { host, port: wanted, gracefulShutdownTimeout: "2 seconds" }).pipe(
    Layer.catchTag("ServeError", ({ cause }) =>
      Layer.effectContext(ListenErrors.failToListen(`--host ${host} --port ${wanted}`, cause))
    )
  )
