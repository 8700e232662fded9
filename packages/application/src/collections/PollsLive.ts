/** Status polls. They use one read and few effects, because every effect is costly at this request rate (ADR 9). */
import { AnimatedQr, ApiKeys, callerOf, CollectionStore, hasExpired, Polls } from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import * as Presenter from "./Presenter.ts"

export const layer = Layer.effect(
  Polls,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const store = yield* CollectionStore
    const qr = yield* AnimatedQr
    const clock = yield* Clock.Clock
    return Polls.of({
      find: (key, collectionId) => {
        const lookup = keys.lookup(key)
        if (lookup === undefined) return Effect.succeedNone
        return Effect.map(
          store.poll(lookup, collectionId),
          Option.flatMap((view) => {
            const now = clock.currentTimeMillisUnsafe()
            const { keyLimits } = view.client
            return keyLimits !== undefined && hasExpired(keyLimits, now)
              ? Option.none()
              : Option.some({ caller: callerOf(view.client), current: Presenter.presentStatus(qr, view, now) })
          })
        )
      }
    })
  })
)
