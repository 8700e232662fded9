/** Consents in SQL. Personal data is sealed. */
import { ConsentStore } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import * as Reading from "./ConsentReading.ts"
import * as Writing from "./ConsentWriting.ts"
import * as SealedColumns from "../sealed/SealedColumns.ts"

export const layer = Layer.effect(
  ConsentStore,
  Effect.gen(function* () {
    const sealed = yield* SealedColumns.make
    const reading = yield* Reading.make(sealed)
    const writing = yield* Writing.make(sealed)
    return ConsentStore.of({ ...reading, ...writing })
  })
)
