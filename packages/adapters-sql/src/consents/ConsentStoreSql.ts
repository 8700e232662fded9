/** Stores consents in SQL. Personal data is encrypted. Every change that clients can see sends a signal. */
import { ChangeSignals, ConsentStore } from "@sheaf/ports"
import type { ConsentPrecondition } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Reading from "./ConsentReads.ts"
import * as Writing from "./ConsentWrites.ts"
import * as Outbox from "../events/Outbox.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { withSignals } from "../processes/ProcessRows.ts"

const topicsOf = ({ consentId }: Pick<ConsentPrecondition, "consentId">) => [consentId]

export const layer = Layer.effect(
  ConsentStore,
  Effect.gen(function* () {
    const sealed = yield* ColumnSealer.make
    const reading = yield* Reading.make(sealed)
    const writing = yield* Writing.make(sealed, yield* Outbox.make(sealed))
    const announcing = withSignals(yield* ChangeSignals)
    return ConsentStore.of({
      ...reading,
      ...writing,
      advance: announcing(writing.advance, topicsOf),
      abandon: announcing(writing.abandon, topicsOf)
    })
  })
)
