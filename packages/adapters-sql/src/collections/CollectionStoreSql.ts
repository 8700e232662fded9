/** Collections in SQL. Personal data is sealed, and each change that clients can see is signaled. */
import { ChangeSignals, CollectionStore } from "@sheaf/ports"
import type { Standing } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Erasure from "./CollectionErasure.ts"
import * as Poll from "./CollectionPoll.ts"
import * as Reading from "./CollectionReading.ts"
import * as Upkeep from "./CollectionUpkeep.ts"
import * as Writing from "./CollectionWriting.ts"
import { signaled } from "../processes/Signaled.ts"
import * as SealedColumns from "../sealed/SealedColumns.ts"

const topicOf = ({ collectionId }: Pick<Standing, "collectionId">): string => collectionId

export const layer = Layer.effect(
  CollectionStore,
  Effect.gen(function* () {
    const sealed = yield* SealedColumns.make
    const reading = yield* Reading.make(sealed)
    const poll = yield* Poll.make(sealed)
    const writing = yield* Writing.make(sealed)
    const upkeep = yield* Upkeep.make
    const erasure = yield* Erasure.make
    const announcing = signaled(yield* ChangeSignals)
    return CollectionStore.of({
      ...reading,
      poll,
      ...writing,
      ...upkeep,
      ...erasure,
      advance: announcing(writing.advance, topicOf),
      supply: announcing(writing.supply, topicOf),
      timeOut: announcing(writing.timeOut, topicOf),
      abandon: announcing(upkeep.abandon, topicOf)
    })
  })
)
