/** What is known of an issuer's keys, and when they are asked for again (decisions 8). */
import { IssuerKeys } from "@sheaf/ports"
import { Clock, Effect, Fiber, Option, Semaphore } from "effect"
import type { CryptoKey } from "jose"
import * as IssuerKeySet from "./IssuerKeySet.ts"

/** So long a key is believed without asking again, in milliseconds. */
const freshFor = 10 * 60_000
/** So long it is believed beyond that, while its issuer cannot be reached. */
const staleFor = 60 * 60_000
/** Whoever makes tokens up does not make us call an issuer more often than this. */
const betweenCalls = 30_000

export interface IssuerKeyCache {
  readonly find: (algorithm: string, keyId: string) => Effect.Effect<Option.Option<CryptoKey>>
}

interface Known {
  readonly keys: IssuerKeySet.IssuerKeySet
  readonly readAt: number
}

const nothing: Known = { keys: new Map(), readAt: Number.NEGATIVE_INFINITY }

/** The keys of one issuer, for tokens with these algorithms. */
export const make = Effect.fnUntraced(function* (issuer: string, algorithms: ReadonlyArray<IssuerKeySet.Algorithm>) {
  const port = yield* IssuerKeys
  const scope = yield* Effect.scope
  const oneAtATime = (yield* Semaphore.make(1)).withPermit
  let known = nothing
  let calledAt = Number.NEGATIVE_INFINITY

  const warn = (message: string, ...cause: ReadonlyArray<unknown>) =>
    Effect.logWarning(message, ...cause).pipe(Effect.annotateLogs({ issuer }))

  const ask = Effect.gen(function* () {
    const document = yield* port.read(issuer)
    const keys = yield* IssuerKeySet.read(document, algorithms)
    if (Option.isNone(keys)) return yield* warn("what an issuer publishes is no set of keys")
    known = { keys: keys.value, readAt: calledAt }
  }).pipe(Effect.catch((error) => warn("the keys of an issuer cannot be read", error)))

  const lookUp = (name: string, maximumAge: number) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      now - known.readAt < maximumAge ? Option.fromUndefinedOr(known.keys.get(name)) : Option.none()
    )

  const askFor = Effect.fnUntraced(function* (name: string) {
    const now = yield* Clock.currentTimeMillis
    // Whoever waited may find it answered.
    if (Option.isSome(yield* lookUp(name, freshFor)) || now - calledAt < betweenCalls) return
    calledAt = now
    yield* ask
  }, oneAtATime)

  const find: IssuerKeyCache["find"] = Effect.fnUntraced(function* (algorithm, keyId) {
    const name = IssuerKeySet.nameOf(algorithm, keyId)
    const fresh = yield* lookUp(name, freshFor)
    if (Option.isSome(fresh)) return fresh
    // A fiber of its own: who hangs up does not leave the next one without an answer.
    yield* Fiber.join(yield* Effect.forkIn(askFor(name), scope))
    return yield* lookUp(name, freshFor + staleFor)
  })

  return { find } satisfies IssuerKeyCache
})
