/** What `GET /statuses` tells of a status: the table of spec 3.1 as data (decisions 13). */
import type { StatusClass as Class } from "@sheaf/domain/CollectionStatus"
import { Market } from "@sheaf/domain/Market"
import type { Versions } from "@sheaf/domain/versions/Versions"
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"

const meanings: Record<Class, string> = {
  IN_PROGRESS: "The collection goes on by itself.",
  WAITING_FOR_USER: "The collection goes on once the user has acted.",
  OUTCOME: "The collection has ended well.",
  FAILURE: "The collection has ended without data.",
  BLOCKING: "The collection has ended, and the user must do something at the company before a new one."
}

const StatusClass = Words.literals(meanings, { identifier: "StatusClass", description: "What kind of status it is." })

const everywhere = ({ running }: Versions) => ({ final: false, versions: running, markets: Market.literals })

/** Entries as documents show them. */
export const examples = (versions: Versions) => [
  {
    status: "RUNNING",
    class: "IN_PROGRESS" as const,
    ...everywhere(versions),
    meaning: "The collection has started.",
    clientAction: "Keep polling."
  },
  {
    status: "COMPLETED",
    class: "OUTCOME" as const,
    ...everywhere(versions),
    final: true,
    meaning: "Finished; the data is there.",
    clientAction: "Fetch the data."
  }
]

/** The entry of a status, among the statuses of the running versions. */
export const make = (versions: Versions) =>
  Schema.Struct({
    status: versions.statuses.schema,
    class: StatusClass,
    final: Schema.Boolean.annotate({ description: "Whether a collection in this status has ended." }),
    versions: Schema.Array(versions.schema).annotate({ description: "The running versions that return it." }),
    markets: Schema.Array(Market).annotate({ description: "The markets whose collections return it." }),
    meaning: Schema.String.annotate({ description: "What it says of the collection." }),
    clientAction: Schema.String.annotate({ description: "What a client does when it sees the status." })
  }).annotate({
    identifier: "StatusEntry",
    description: "One status of a collection, and what it means.",
    examples: examples(versions).slice(1)
  })
export type StatusEntry = ReturnType<typeof make>["Type"]
