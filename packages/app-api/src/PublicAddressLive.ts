/** Where the service is reached: as it is configured, or else where it listens. */
import { PublicAddress } from "@sheaf/ports"
import { Context, Deferred, Effect, Layer, Option } from "effect"
import { HttpServer } from "effect/http"
import { NetAddress } from "effect/net"
import type { Settings } from "./config/Settings.ts"

/** The port on which the service listens: any that is free may be taken, and is known only then. */
export class ListenerPort extends Context.Service<ListenerPort, Deferred.Deferred<number>>()(
  "@sheaf/app-api/ListenerPort"
) {}

/** Where a listener waits to be told of, whose port nobody knows yet. */
export const layerPort: Layer.Layer<ListenerPort> = Layer.effect(ListenerPort, Deferred.make<number>())

/** The address. One that has to wait for the listener makes whoever asks earlier wait as well. */
export const layer = ({ host, port, publicUrl }: Pick<Settings, "host" | "port" | "publicUrl">) =>
  Layer.effect(
    PublicAddress,
    Effect.map(ListenerPort, (listening) => {
      const known = port === 0 ? Deferred.await(listening) : Effect.succeed(port)
      const own = Effect.map(known, (taken) => `http://${NetAddress.formatUrlHostString(host)}:${taken}`)
      return PublicAddress.of({ base: Option.match(publicUrl, { onNone: () => own, onSome: Effect.succeed }) })
    })
  )

/** Tells on which port the server listens that is there now. */
export const announce = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  if ("port" in address) yield* Deferred.succeed(yield* ListenerPort, address.port)
})
