/**
 * Serves status polls with the service's listener and fast lane, and also without limits or without metrics (spec
 * 8, 14.5). Without limits, the lane neither counts polls nor sends the `RateLimit` fields. Without metrics, it measures
 * neither polls nor reads. The service has no such modes. The benchmark runs this script in its own process.
 */
import { HeldPolls, Listener, PollLane, RateLimiter, Rates } from "@sheaf/adapters-http"
import { AnimatedQrLive, ApiKeysLive } from "@sheaf/adapters-security"
import { ChangeSignalsLocal, ClientStoreSql, CollectionStoreSql, CountersLocal, Sqlite } from "@sheaf/adapters-sql"
import { PollsLive } from "@sheaf/application"
import { MakeStopwatch } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Keys from "../../workshop/stage/Keys.ts"

/** The header field that selects a lane: `all`, `no limits` or `no metrics`. */
const choice = "lane"

const [file = ""] = process.argv.slice(2)

const polls = PollsLive.layer.pipe(
  Layer.provide([ApiKeysLive.layer(Keys.pepper), CollectionStoreSql.layer, AnimatedQrLive.layer]),
  Layer.provide(ClientStoreSql.layer),
  Layer.provide([Sqlite.layer(file), SecureRandom.layerWebCrypto, Keys.sealer])
)

const services = Layer.mergeAll(polls, CountersLocal.layer, HeldPolls.layer(HeldPolls.defaults)).pipe(
  Layer.provide(ChangeSignalsLocal.layer)
)

// The cast is deliberate: without fields, the lane sends none.
const uncounted = Effect.succeed({ _tag: "WithinRate", fields: {} as RateLimiter.WithinRate["fields"] } as const)
const noLimits = { count: () => uncounted, take: () => uncounted, recount: () => uncounted }

/** A quota that refills faster than the benchmark polls, because the benchmark polls only one collection. */
const rates = Rates.of({ ...Rates.perMinute, status: 6_000_000 })

const inert = { now: () => 0, record: () => {} }

const program = Effect.gen(function* () {
  const context = yield* Layer.build(services)
  const unmeasuredContext = yield* Effect.provideService(Layer.build(Layer.fresh(services)), MakeStopwatch, () => inert)
  const complete = yield* Effect.provide(PollLane.make({ rates }), context)
  const unlimited = yield* PollLane.makeLane().pipe(
    Effect.provideService(RateLimiter.RateLimiter, noLimits),
    Effect.provide(context)
  )
  const unmeasured = yield* PollLane.make({ rates }).pipe(
    Effect.provide(unmeasuredContext),
    Effect.provideService(MakeStopwatch, () => inert)
  )
  const lanes = new Map<unknown, PollLane.PollLane>([
    ["no limits", unlimited],
    ["no metrics", unmeasured]
  ])
  const server = Listener.make({
    gate: (_, next) => next(),
    lane: (request, response, otherwise) =>
      (lanes.get(request.headers[choice]) ?? complete)(request, response, otherwise)
  })
  server.on("request", (_, response) => response.writeHead(404).end())
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    if (address !== null && typeof address === "object") console.log(`listens on http://127.0.0.1:${address.port}`)
  })
  return yield* Effect.never
})

void Effect.runPromise(Effect.scoped(program))
