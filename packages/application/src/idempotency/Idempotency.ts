/**
 * Idempotent requests (spec 8). A request with an idempotency key takes effect only once. Repeated requests get the
 * same response, rebuilt from the current state of the object that the request created or changed.
 */
import {
  CurrentIdempotentRequest,
  IdempotencyKeyReused,
  IdempotencyKeyTaken,
  IdempotencyKeyStore,
  Sealer
} from "@sheaf/ports"
import type {
  IdempotencyRecord,
  NewIdempotencyRecord,
  IdempotentRequest,
  IdempotentResult,
  StoreError
} from "@sheaf/ports"
import { Clock, Effect, Option, Order } from "effect"
import { Retention } from "../settings/Retention.ts"

/** Runs the write that accepts a request, and stores the request's key, if it has one, in the same transaction. */
export type AcceptWrite = <A, R>(
  made: IdempotentResult,
  write: Effect.Effect<A, StoreError, R>
) => Effect.Effect<A, IdempotencyKeyTaken, R>

export interface IdempotentOperation<A, E, E2> {
  /** The request as JSON values, translated to the newest version. */
  readonly request: unknown
  /** Handles the first request. Must call `accept` with the write that accepts the request. */
  readonly make: (accept: AcceptWrite) => Effect.Effect<A, E | IdempotencyKeyTaken>
  readonly resultOf: (answer: A) => IdempotentResult
  readonly repeat: (made: IdempotentResult) => Effect.Effect<A, E2>
}

const isKeyTaken = (error: unknown): error is IdempotencyKeyTaken => error instanceof IdempotencyKeyTaken

const plain: AcceptWrite = (_, write) => Effect.orDie(write)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => Order.String(one, other)))
      : member
  )

export const make = Effect.gen(function* () {
  const store = yield* IdempotencyKeyStore
  const sealer = yield* Sealer
  const retention = yield* Retention

  const recordOf = (keyed: IdempotentRequest, request: unknown, at: number): NewIdempotencyRecord => {
    const { clientId, connectSessionId, key, method, path, userId } = keyed
    const scope = [userId ?? null, method, path, key]
    const scoped = canonical(connectSessionId === undefined ? scope : [...scope, connectSessionId])
    return {
      id: sealer.blindIndex({ tenant: clientId, record: "request_key/id" }, scoped),
      // The hash also covers the key, so the store does not reveal which requests are equal.
      request: sealer.blindIndex({ tenant: clientId, record: "request_key/request" }, canonical([scoped, request])),
      clientId,
      ...(userId !== undefined && { userId }),
      at,
      until: at + retention.idempotency
    }
  }

  const onceWith = Effect.fnUntraced(function* <A, E, E2>(
    keyed: IdempotentRequest,
    { make, resultOf, repeat, request }: IdempotentOperation<A, E, E2>
  ) {
    const record = recordOf(keyed, request, yield* Clock.currentTimeMillis)
    const kept = Effect.orDie(store.find(record.id))

    const answerRepeat = Effect.fnUntraced(function* (first: IdempotencyRecord) {
      if (!record.request.matches(first.request)) return yield* new IdempotencyKeyReused()
      const answer = yield* repeat(first.result)
      yield* keyed.markReplayed
      return answer
    })

    const accept: AcceptWrite = (made, write) =>
      Effect.catchTag(store.within(record, made, write), "StoreError", Effect.die)

    const found = yield* kept
    if (Option.isSome(found)) return yield* answerRepeat(found.value)
    return yield* make(accept).pipe(
      Effect.tap((answer) =>
        Effect.flatMap(kept, (now) =>
          // A request that wrote nothing has not stored its key yet.
          Option.isSome(now) ? Effect.void : Effect.orDie(store.keep(record, resultOf(answer)))
        )
      ),
      // Another process has just accepted the same request, so this is a repetition.
      Effect.catch((error) =>
        Effect.flatMap(kept, (now): Effect.Effect<A, E | E2 | IdempotencyKeyReused> => {
          if (Option.isSome(now)) return answerRepeat(now.value)
          return isKeyTaken(error) ? Effect.die(error) : Effect.fail(error)
        })
      )
    )
  })

  return <A, E, E2>(of: IdempotentOperation<A, E, E2>): Effect.Effect<A, E | E2 | IdempotencyKeyReused> =>
    Effect.flatMap(CurrentIdempotentRequest, (keyed): Effect.Effect<A, E | E2 | IdempotencyKeyReused> =>
      keyed === undefined ? Effect.catchIf(of.make(plain), isKeyTaken, Effect.die) : onceWith(keyed, of)
    )
})
