/** Tests the public URL with and without configuration, and before the service is listening. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { PublicUrl } from "@sheaf/ports"
import { Effect, Fiber, Layer, Option } from "effect"
import { HttpServer } from "effect/http"
import { createServer } from "node:http"
import * as PublicUrlLive from "../../src/service/PublicUrlLive.ts"

const layer = (host: string, port: number, publicUrl?: string) =>
  PublicUrlLive.layer({ host, port, publicUrl: Option.fromUndefinedOr(publicUrl) }).pipe(
    Layer.provideMerge(PublicUrlLive.layerPort)
  )

const base = Effect.flatMap(PublicUrl, (address) => address.base)

describe("the public address", () => {
  it.effect.each([
    ["127.0.0.1", 8080, undefined, "http://127.0.0.1:8080"],
    ["localhost", 8080, undefined, "http://localhost:8080"],
    ["::1", 8080, undefined, "http://[::1]:8080"],
    ["127.0.0.1", 8080, "https://sheaf.example", "https://sheaf.example"],
    ["127.0.0.1", 0, "https://sheaf.example/api", "https://sheaf.example/api"]
  ] as const)("of a service at %s, port %d, with SHEAF_PUBLIC_URL %s, is %s", ([host, port, publicUrl, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* base, expected)
    }).pipe(Effect.provide(layer(host, port, publicUrl)))
  )

  it.live("of a service on a free port is known once the service listens, and callers wait for it", () =>
    Effect.gen(function* () {
      const early = yield* Effect.forkChild(base, { startImmediately: true })
      const listening = yield* Layer.build(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
      assert.isUndefined(early.pollUnsafe())
      yield* PublicUrlLive.announcePort.pipe(Effect.provide(listening))
      const expected = yield* Effect.map(HttpServer.HttpServer, ({ address }) =>
        HttpServer.formatAddress(address)
      ).pipe(Effect.provide(listening))
      assert.strictEqual(yield* Fiber.join(early), expected)
      assert.strictEqual(yield* base, expected)
    }).pipe(Effect.provide(layer("127.0.0.1", 0)))
  )
})
