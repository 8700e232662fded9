/** Consents in SQL. Personal data is sealed. Every change that clients can see is signaled. */
import { ChangeSignals, ConsentStore } from "@sheaf/ports"
import type { ConsentStanding } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Reading from "./ConsentReading.ts"
import * as Writing from "./ConsentWriting.ts"
import * as Outbox from "../events/Outbox.ts"
import { signaled } from "../processes/Signaled.ts"
import * as SealedColumns from "../sealed/SealedColumns.ts"

const topicsOf = ({ consentId }: Pick<ConsentStanding, "consentId">) => [consentId]

export const layer = Layer.effect(
  ConsentStore,
  Effect.gen(function* () {
    const sealed = yield* SealedColumns.make
    const reading = yield* Reading.make(sealed)
    const writing = yield* Writing.make(sealed, yield* Outbox.make(sealed))
    const announcing = signaled(yield* ChangeSignals)
    return ConsentStore.of({
      ...reading,
      ...writing,
      advance: announcing(writing.advance, topicsOf),
      abandon: announcing(writing.abandon, topicsOf)
    })
  })
)
