/** Caches an issuer's keys (spec 5). */
import { IssuerKeys } from "@sheaf/ports"
import { Clock, Effect, Fiber, Option, Semaphore } from "effect"
import * as IssuerJwkSet from "./IssuerJwkSet.ts"

/** How long a key is used until it is fetched again, in milliseconds. */
const freshFor = 10 * 60_000
/** How much longer a key is used if its issuer is unreachable, in milliseconds. */
const staleFor = 60 * 60_000
/** The minimum pause between two calls to an issuer, in milliseconds. Forged tokens cannot cause more calls. */
const betweenCalls = 30_000

/** Creates the cache of one issuer's keys for these algorithms. */
export const make = Effect.fnUntraced(function* (issuer: string, algorithms: ReadonlyArray<IssuerJwkSet.JwsAlgorithm>) {
  const port = yield* IssuerKeys
  const scope = yield* Effect.scope
  const oneAtATime = (yield* Semaphore.make(1)).withPermit
  let known: IssuerJwkSet.IssuerJwkSet = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let calledAt = Number.NEGATIVE_INFINITY

  const ask = Effect.gen(function* () {
    const document = yield* port.read(issuer)
    const keys = yield* IssuerJwkSet.parse(document, algorithms)
    if (Option.isNone(keys)) return yield* Effect.logWarning("the issuer does not publish a valid key set")
    known = keys.value
    readAt = calledAt
  }).pipe(
    Effect.catch((error) => Effect.logWarning("could not read the issuer's keys", error)),
    Effect.annotateLogs({ issuer })
  )

  const lookUp = (name: string, maxAge: number) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      now - readAt < maxAge ? Option.fromUndefinedOr(known.get(name)) : Option.none()
    )

  const askFor = Effect.fnUntraced(function* (name: string) {
    const now = yield* Clock.currentTimeMillis
    // Another fiber may have fetched the keys while this one was waiting.
    if (Option.isSome(yield* lookUp(name, freshFor)) || now - calledAt < betweenCalls) return
    calledAt = now
    yield* ask
  }, oneAtATime)

  /** Finds a key by algorithm and id. If the cache has no fresh key, asks the issuer. */
  const find = Effect.fnUntraced(function* (algorithm: string, keyId: string) {
    const name = IssuerJwkSet.keyNameOf(algorithm, keyId)
    const fresh = yield* lookUp(name, freshFor)
    if (Option.isSome(fresh)) return fresh
    // The call has its own fiber, so it continues even if the first caller is interrupted.
    yield* Fiber.join(yield* Effect.forkIn(askFor(name), scope))
    return yield* lookUp(name, freshFor + staleFor)
  })

  return { find }
})
