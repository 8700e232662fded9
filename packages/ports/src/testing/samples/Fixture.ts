/** Builders and helpers for the contract suites. All tests share one store, so each creates its own objects. */
import type { Vitest } from "@effect/vitest"
import { Effect, Random, Schema } from "effect"
import type { Arbitrary, Scope } from "effect"
import { ClientStore } from "../../auth/ClientStore.ts"
import type { StoreError } from "../../stores/StoreError.ts"
import type { Environment } from "../../auth/Caller.ts"
import { UserStore } from "../../users/UserStore.ts"

/** The default creation time of objects. All times in the suites are milliseconds since 1970. */
export const startTime = Date.UTC(2026, 3, 1, 9, 30)

/** More rows than an adapter erases in one transaction. */
export const manyRowsCount = 230

export const intBetween = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const digits = (count: number) =>
  Effect.map(Random.nextIntBetween(0, 16 ** count - 1), (value) => value.toString(16).padStart(count, "0"))

/** A new id that looks like a version 7 UUID but does not sort by time. */
export const newId: Effect.Effect<string> = Effect.map(
  Effect.all([digits(8), digits(4), digits(3), digits(3), digits(12)]),
  ([a, b, c, d, e]) => `${a}-${b}-7${c}-8${d}-${e}`
)

export const nonexistentIds = ["", "../objects", "' OR 1=1 --", "019a9f0e", "%", "\u0000", "x".repeat(10_000)]

export const newClientInEnvironment = Effect.fnUntraced(function* (environment: Environment) {
  const id = `client-${yield* newId}`
  yield* (yield* ClientStore).addClient({ id, name: "A client", environment })
  return id
})

export const newClient = newClientInEnvironment("test")

export const newUser = Effect.fnUntraced(function* (clientId: string) {
  const userId = yield* newId
  yield* (yield* UserStore).create({ userId, clientId, externalId: `person-${userId}`, createdAt: startTime })
  return userId
})

export const runConcurrently = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(
    effects.map((effect) => Effect.andThen(Effect.yieldNow, effect)),
    { concurrency: "unbounded" }
  )

export const acceptDuringErasure = Effect.fnUntraced(function* <A>(
  { clientId, userId }: { readonly clientId: string; readonly userId: string },
  processes: ReadonlyArray<A>,
  accept: (process: A) => Effect.Effect<boolean, StoreError>
) {
  const users = yield* UserStore
  const erasing = Effect.as(users.erase(clientId, userId, startTime), false)
  const results = yield* runConcurrently([...processes.map(accept), erasing])
  return processes.filter((_, i) => results[i])
})

/**
 * What the body of a test with effects returns: a generator, as for `Effect.gen`. The body of a test without effects is
 * a plain function that returns nothing.
 */
export type TestBody<R> = Generator<Effect.Effect<unknown, unknown, R | Scope.Scope>, void, never>

export const testsOf = <S, E, R>(
  it: Pick<Vitest.MethodsNonLive<R>, "effect">,
  subject: Effect.Effect<S, E, NoInfer<R> | Scope.Scope>
) => {
  const run = (body: (subject: S) => TestBody<R> | void) =>
    Effect.flatMap(subject, (found) => {
      const steps = body(found)
      return steps === undefined ? Effect.void : Effect.gen(() => steps)
    })
  const test = (title: string, body: (subject: S) => TestBody<R> | void): void => it.effect(title, () => run(body))
  const each =
    <Case>(cases: ReadonlyArray<Case>) =>
    (title: string, body: (subject: S, example: Case) => TestBody<R> | void): void =>
      it.effect.each(cases)(title, (example) => run((found) => body(found, example)))
  const prop =
    <const Values extends Vitest.Arbitraries>(values: Values, arbitrary: Arbitrary.CheckOptions = {}) =>
    (
      title: string,
      body: (subject: S, given: { [K in keyof Values]: Vitest.ArbitraryValue<Values[K]> }) => TestBody<R> | void
    ): void =>
      it.effect.prop(title, values, (given) => run((found) => body(found, given)), { arbitrary })
  return Object.assign(test, { each, prop })
}
