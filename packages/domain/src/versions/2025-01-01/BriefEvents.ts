/** In version 2025-01-01, events show the version's own status objects (decisions 3, 17). */
import { Schema, Struct } from "effect"
import { eventIn, examples } from "../../events/Event.ts"
import { StatusObject20250101 } from "./BriefStatusObject.ts"
import { ConsentStatusObject20250101 } from "./NoSandboxPage.ts"

const briefExamples = {
  ...examples,
  CollectionEvent: examples.CollectionEvent.map(({ data, ...event }) => ({
    ...event,
    data: Struct.pick(data, ["id", "company", "status"])
  }))
}

/** The codec for events. It encodes the head's events, apart from the version's name. */
export const Event20250101 = eventIn(
  "2025-01-01",
  { collection: StatusObject20250101, consent: ConsentStatusObject20250101 },
  briefExamples
)

export const encodeEvent = Schema.encodeUnknownSync(Event20250101)
