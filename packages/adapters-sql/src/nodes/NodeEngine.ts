/**
 * The durable engine of several nodes on one PostgreSQL database. The nodes divide the workflows by shards. PostgreSQL
 * keeps the shards' locks and the nodes' rows (ADR 23).
 */
import { Departures } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import type { Redacted } from "effect"
import { RunnerAddress, RunnerHealth, RunnerServer, ShardingConfig } from "effect/cluster"
import type { NetAddress } from "effect/net"
import { RpcSerialization, RpcServer } from "effect/rpc"
import { SocketServer } from "effect/socket"
import { inTurn } from "../database/DatabaseLock.ts"
import * as DurableEngine from "../engine/DurableEngine.ts"
import { lease } from "./Elsewhere.ts"
import * as Membership from "./Membership.ts"
import * as Messages from "../engine/Messages.ts"
import * as NodeChannel from "./NodeChannel.ts"
import * as Presence from "./Presence.ts"
import * as Runners from "./Runners.ts"

const portOf = (address: NetAddress.SocketAddress, otherwise: number): number =>
  address._tag === "UnixPathAddress" ? otherwise : address.port

/** The node cannot listen at its address. `cause` is Node's error. */
export class NodeAddressTaken extends Schema.TaggedError<NodeAddressTaken>()("NodeAddressTaken", {
  cause: Schema.Defect()
}) {}

/** The engine's settings. {@link Presence} notices the departure of a node before these intervals end. */
const sharding = ({ host, port }: NodeChannel.NodePlace) =>
  ShardingConfig.layer({
    ...DurableEngine.sharding,
    runnerAddress: Option.some(RunnerAddress.make(host, port)),
    shardLockRefreshInterval: "2 seconds",
    shardLockExpiration: lease,
    // Reads the list of nodes in memory (`Runners`).
    refreshAssignmentsInterval: "100 millis",
    entityMessagePollInterval: "400 millis"
  })

const runner = (
  credentials: NodeChannel.NodeCredentials,
  server: SocketServer.SocketServer["Service"],
  own: NodeChannel.NodePlace
) => {
  const client = NodeChannel.clientLayer(credentials)
  return RunnerServer.layerWithClients.pipe(
    Layer.provide(RpcServer.layerProtocolSocketServer),
    Layer.provide(Layer.succeed(SocketServer.SocketServer, server)),
    // The database decides which nodes are alive. Nodes that cannot reach each other exchange messages through it.
    Layer.provide(RunnerHealth.layerNoop),
    Layer.provide(client),
    Layer.provideMerge(Messages.layer),
    Layer.provideMerge(Runners.layer),
    Layer.provide(sharding(own)),
    Layer.provide(RpcSerialization.layerSchemaBinary())
  )
}

/** Creates the engine's tables. Nodes that start at the same time create them one after another. */
const tables = (own: NodeChannel.NodePlace) =>
  Layer.build(Runners.layer).pipe(
    Effect.andThen(Layer.build(Messages.layer)),
    Effect.provide(sharding(own)),
    Effect.scoped,
    inTurn("engine"),
    Effect.orDie
  )

/** The engine at this address. Port 0 picks a free port. Fails if the address is taken, or another node is unreachable. */
export const layer = (
  url: Redacted.Redacted,
  credentials: NodeChannel.NodeCredentials,
  { host, port }: NodeChannel.NodePlace
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const server = yield* NodeChannel.listen(credentials, { host, port }).pipe(
        Effect.mapError(({ reason }) => new NodeAddressTaken({ cause: reason.cause }))
      )
      const own = { host, port: portOf(server.address, port) }
      yield* Effect.orDie(tables(own))
      yield* Membership.reachOthers(own, (place) => NodeChannel.isReachable(credentials, place)).pipe(
        Effect.catchTag("SqlError", Effect.die)
      )
      // A stopping node leaves first, so that the other nodes take over while its engine shuts down.
      return Layer.provideMerge(
        Layer.effect(Departures, Effect.orDie(Presence.join(url, own))),
        DurableEngine.on(runner(credentials, server, own))
      )
    })
  )
