/** Caches an issuer's keys (spec 5). */
import { IssuerKeys } from "@sheaf/ports"
import { Clock, Effect, Fiber, Option, Semaphore } from "effect"
import * as IssuerJwkSet from "./IssuerJwkSet.ts"

/** The age, in milliseconds, at which a key is fetched again. */
const freshFor = 10 * 60_000
/** How much longer cached keys are used while their issuer is unreachable, in milliseconds. */
const staleFor = 60 * 60_000
/**
 * The minimum pause between two calls to an issuer, in milliseconds. It also limits the calls that forged tokens can
 * cause.
 */
const betweenCalls = 30_000

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
    // Another fiber may have fetched the keys while this one waited for the semaphore.
    if (Option.isSome(yield* lookUp(name, freshFor)) || now - calledAt < betweenCalls) return
    calledAt = now
    yield* ask
  }, oneAtATime)

  /** Calls the issuer if the cache has no fresh key with this algorithm and id. */
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
