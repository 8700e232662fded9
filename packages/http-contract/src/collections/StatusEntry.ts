/** What `GET /statuses` tells of a status: the table of spec 3.1 as data (decisions 13). */
import { ApiVersion } from "@sheaf/domain/ApiVersion"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import { Market } from "@sheaf/domain/Market"
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"

/** A status of any version. */
export const AnyStatus = Words.literals(CollectionStatus.meanings, {
  identifier: "AnyStatus",
  description: "A status of any version."
})

const meanings: Record<CollectionStatus.StatusClass, string> = {
  IN_PROGRESS: "The collection goes on by itself.",
  WAITING_FOR_USER: "The collection goes on once the user has acted.",
  OUTCOME: "The collection has ended well.",
  FAILURE: "The collection has ended without data.",
  BLOCKING: "The collection has ended, and the user must do something at the company before a new one."
}

const StatusClass = Words.literals(meanings, { identifier: "StatusClass", description: "What kind of status it is." })

export const StatusEntry = Schema.Struct({
  status: AnyStatus,
  class: StatusClass,
  final: Schema.Boolean.annotate({ description: "Whether a collection in this status has ended." }),
  versions: Schema.Array(ApiVersion).annotate({ description: "The running versions that return it." }),
  markets: Schema.Array(Market).annotate({ description: "The markets whose collections return it." }),
  meaning: Schema.String.annotate({ description: "What it says of the collection." }),
  clientAction: Schema.String.annotate({ description: "What a client does when it sees the status." })
}).annotate({
  identifier: "StatusEntry",
  description: "One status of a collection, and what it means.",
  examples: [
    {
      status: "COMPLETED",
      class: "OUTCOME",
      final: true,
      versions: ["2025-01-01", "2026-04-01"],
      markets: ["se", "ee", "lt", "lv", "fr"],
      meaning: "Finished; the data is there.",
      clientAction: "Fetch the data."
    }
  ]
})
export type StatusEntry = typeof StatusEntry.Type
