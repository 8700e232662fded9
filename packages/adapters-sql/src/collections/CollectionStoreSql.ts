/** Collections in SQL. Personal data is sealed. */
import { CollectionStore } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Acceptance from "./CollectionAcceptance.ts"
import * as Erasure from "./CollectionErasure.ts"
import * as Poll from "./CollectionPoll.ts"
import * as Reading from "./CollectionReading.ts"
import * as Upkeep from "./CollectionUpkeep.ts"
import * as Writing from "./CollectionWriting.ts"
import * as SealedColumns from "../sealed/SealedColumns.ts"

export const layer = Layer.effect(
  CollectionStore,
  Effect.gen(function* () {
    const sealed = yield* SealedColumns.make
    const reading = yield* Reading.make(sealed)
    const poll = yield* Poll.make(sealed)
    const acceptance = yield* Acceptance.make(sealed)
    const writing = yield* Writing.make(sealed)
    const upkeep = yield* Upkeep.make
    const erasure = yield* Erasure.make
    return CollectionStore.of({ ...reading, poll, ...acceptance, ...writing, ...upkeep, ...erasure })
  })
)
