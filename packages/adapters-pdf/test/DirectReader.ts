/** A reader without processes or limits, for tests of document content. */
import { Effect } from "effect"
import { Reader } from "../src/index.ts"
import * as Attempt from "../src/reader/Attempt.ts"
import * as DocumentReading from "../src/reader/DocumentReading.ts"

export const directReader = Reader.makeWithAttempt(Reader.defaultLimits, (_, { bytes, ...options }) =>
  Effect.promise(() => DocumentReading.read({ ...options, bytes: new Uint8Array(bytes()) })).pipe(
    Effect.flatMap((answer) => Attempt.decodeReaderResponse(JSON.stringify(answer))),
    Effect.orDie
  )
)
