/** Provides the service's public URL. Default: the listener's URL. */
import { PublicUrl } from "@sheaf/ports"
import { Context, Deferred, Effect, Layer, Option } from "effect"
import { HttpServer } from "effect/http"
import { NetAddress } from "effect/net"
import type { Settings } from "../config/Settings.ts"

/** With `PORT=0`, the port is unknown until the server listens. */
export class ListenerPort extends Context.Service<ListenerPort, Deferred.Deferred<number>>()(
  "@sheaf/app-api/ListenerPort"
) {}

export const layerPort: Layer.Layer<ListenerPort> = Layer.effect(ListenerPort, Deferred.make<number>())

/** With `PORT=0`, the URL is not available until the server listens. */
export const layer = ({ host, port, publicUrl }: Pick<Settings, "host" | "port" | "publicUrl">) =>
  Layer.effect(
    PublicUrl,
    Effect.map(ListenerPort, (listening) => {
      const known = port === 0 ? Deferred.await(listening) : Effect.succeed(port)
      const own = Effect.map(known, (taken) => `http://${NetAddress.formatUrlHostString(host)}:${taken}`)
      return PublicUrl.of({ base: Option.match(publicUrl, { onNone: () => own, onSome: Effect.succeed }) })
    })
  )

export const announcePort = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  if ("port" in address) yield* Deferred.succeed(yield* ListenerPort, address.port)
})
