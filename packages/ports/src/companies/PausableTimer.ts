/** A timer for calls to companies that pauses during a {@link PauseTimeout}. */
import { Clock, Effect, Latch } from "effect"
import type { PauseTimeout } from "./Connector.ts"

export const pausableTimer = (
  duration: number
): { readonly expiry: Effect.Effect<void>; readonly untimed: PauseTimeout } => {
  const running = Latch.makeUnsafe(true)
  let pausedMillis = 0
  let pausedAt: number | undefined
  const untimed: PauseTimeout = (waiting) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (pausedAt !== undefined) return waiting
      pausedAt = now
      running.closeUnsafe()
      const resume = Effect.map(Clock.currentTimeMillis, (then) => {
        pausedMillis += then - now
        pausedAt = undefined
        running.openUnsafe()
      })
      return Effect.ensuring(waiting, resume)
    })
  const expiry = Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    for (;;) {
      yield* running.await
      const left = start + duration + pausedMillis - (yield* Clock.currentTimeMillis)
      if (left <= 0) return
      yield* Effect.sleep(left)
    }
  })
  return { expiry, untimed }
}
