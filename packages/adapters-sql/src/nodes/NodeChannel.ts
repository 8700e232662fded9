/**
 * The connections between the nodes of one database: mutual TLS, in which each side must have a certificate from the
 * nodes' own authority (ADR 23).
 */
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import { Effect, Layer, Redacted } from "effect"
import { Runners } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket } from "effect/socket"
import * as Net from "node:net"
import * as Tls from "node:tls"

/** A node's certificate and private key, and the authority of all nodes, in PEM. */
export interface NodeCredentials {
  readonly key: Redacted.Redacted
  readonly certificate: string
  readonly authority: string
  /** The name in every node's certificate. */
  readonly serverName: string
}

export interface NodePlace {
  readonly host: string
  readonly port: number
}

const tlsOf = ({ authority, certificate, key }: NodeCredentials) =>
  ({ key: Redacted.value(key), cert: certificate, ca: authority, minVersion: "TLSv1.3" }) as const

/** The timeout for connecting to another node, in milliseconds. */
const openTimeout = 1_000

/** The time limit for the handshake of a node that connects, in milliseconds. */
const handshakeTimeout = 10_000

/**
 * Listens until the scope closes. Rejects connections without a certificate from the nodes' authority during the
 * handshake.
 */
export const listen = (credentials: NodeCredentials, place: NodePlace) =>
  NodeSocketServer.makeTls({
    ...tlsOf(credentials),
    ...place,
    requestCert: true,
    rejectUnauthorized: true,
    handshakeTimeout
  })

const failed = (cause: Error) =>
  Effect.fail(new Socket.SocketError({ reason: new Socket.SocketOpenError({ kind: "Unknown", cause }) }))

const connect = (credentials: NodeCredentials, { host, port }: NodePlace) =>
  Effect.acquireRelease(
    Effect.callback<Tls.TLSSocket, Socket.SocketError>((resume) => {
      const options = { ...tlsOf(credentials), host, port, servername: credentials.serverName }
      const socket = Tls.connect(options, () => resume(Effect.succeed(socket)))
      socket.on("error", (cause) => resume(failed(cause)))
      return Effect.sync(() => socket.destroy())
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** Returns true if a node listens at this address. */
export const isReachable = (credentials: NodeCredentials, place: NodePlace): Effect.Effect<boolean> =>
  Effect.scoped(connect(credentials, place)).pipe(Effect.timeout(openTimeout), Effect.isSuccess)

/** Returns true if nothing listens at this address, although its host responds. Returns false if nobody responds. */
export const isRefused = (place: NodePlace): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const socket = Net.connect(place)
    const end = (isRefused: boolean) => {
      socket.destroy()
      resume(Effect.succeed(isRefused))
    }
    socket.setTimeout(openTimeout, () => end(false))
    socket.on("connect", () => end(false))
    socket.on("error", (error: NodeJS.ErrnoException) => end(error.code === "ECONNREFUSED"))
    return Effect.sync(() => socket.destroy())
  })

/** Lets the engine call other nodes. */
export const clientLayer = (credentials: NodeCredentials) =>
  Layer.effect(
    Runners.RpcClientProtocol,
    Effect.map(RpcSerialization.RpcSerialization, (serialization) =>
      Runners.RpcClientProtocol.of({
        codecFor: serialization.codecFor,
        make: Effect.fnUntraced(function* (place) {
          const socket = yield* NodeSocket.fromDuplex(connect(credentials, place), { openTimeout })
          return yield* RpcClient.makeProtocolSocket().pipe(
            Effect.provideService(Socket.Socket, socket),
            Effect.provideService(RpcSerialization.RpcSerialization, serialization)
          )
        })
      })
    )
  )
