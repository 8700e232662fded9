/** Stores collections in SQL. Personal data is encrypted. Every change that clients can see sends a signal. */
import { ChangeSignals, CollectionStore } from "@sheaf/ports"
import { supersededBy, topicsOf } from "./CollectionOutbox.ts"
import { Effect, Layer } from "effect"
import * as Erasure from "./CollectionErasure.ts"
import * as CollectionMaintenance from "./CollectionMaintenance.ts"
import * as Outbox from "../events/Outbox.ts"
import { layer as bindingLayer } from "../sealing/RowBinding.ts"
import * as Writing from "./CollectionWrites.ts"
import * as Reading from "./CollectionReads.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { withSignals } from "../processes/ProcessRows.ts"

export const layer = Layer.effect(
  CollectionStore,
  Effect.gen(function* () {
    const sealed = yield* ColumnSealer.make
    const reading = yield* Reading.make(sealed)
    const poll = yield* Reading.makePoll(sealed)
    const outbox = yield* Outbox.make(sealed)
    const acceptance = yield* Writing.makeAcceptance(sealed, outbox)
    const writing = yield* Writing.make(sealed, outbox)
    const maintenance = yield* CollectionMaintenance.make(sealed, outbox)
    const erasure = yield* Erasure.make(sealed, outbox)
    const announcing = withSignals(yield* ChangeSignals)
    return CollectionStore.of({
      ...reading,
      poll,
      ...acceptance,
      ...writing,
      ...maintenance,
      ...erasure,
      accept: announcing(acceptance.accept, supersededBy),
      advance: announcing(writing.advance, topicsOf),
      supply: announcing(writing.supply, topicsOf),
      timeOut: announcing(writing.timeOut, topicsOf),
      abandon: announcing(maintenance.abandon, topicsOf)
    })
  })
).pipe(Layer.provide(bindingLayer))
