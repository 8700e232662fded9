/** Announces companies that have become available or unavailable, in the background (spec 6). */
import { AvailabilityStore, Connectors } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { repeatEvery } from "../process/BackgroundTask.ts"

export const announceAvailability = Effect.gen(function* () {
  const companies = yield* (yield* Connectors).all
  yield* (yield* AvailabilityStore).record(
    companies.map(({ availability: { company, status, updatedAt }, isObserved = true }) => ({
      company,
      status,
      updatedAt: Date.parse(updatedAt),
      isObserved
    }))
  )
})

export const layer = Layer.effectDiscard(
  repeatEvery("30 seconds", "announcing the availability of companies", announceAvailability)
)
