/** What `GET /statuses` tells of a status: the table of spec 3.1 as data (decisions 13). */
import { ApiVersion } from "@sheaf/domain/ApiVersion"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import { Market } from "@sheaf/domain/Market"
import { Schema } from "effect"

/** A status of any version. */
export const AnyStatus = Schema.Literals(CollectionStatus.all).annotate({
  identifier: "AnyStatus",
  description: "A status of any version."
})

export const StatusEntry = Schema.Struct({
  status: AnyStatus,
  class: Schema.Literals(["IN_PROGRESS", "WAITING_FOR_USER", "OUTCOME", "FAILURE", "BLOCKING"]).annotate({
    identifier: "StatusClass",
    description:
      "IN_PROGRESS and WAITING_FOR_USER go on. OUTCOME has ended well, FAILURE has not; BLOCKING waits for what the user " +
      "must do at the company, before a new collection."
  }),
  final: Schema.Boolean.annotate({ description: "Whether a collection in this status has ended." }),
  versions: Schema.Array(ApiVersion).annotate({ description: "The running versions that return it." }),
  markets: Schema.Array(Market).annotate({ description: "The markets whose collections return it." }),
  meaning: Schema.String,
  clientAction: Schema.String.annotate({ description: "What a client does when it sees the status." })
}).annotate({ identifier: "StatusEntry", description: "One status of a collection, and what it means." })
export type StatusEntry = typeof StatusEntry.Type
