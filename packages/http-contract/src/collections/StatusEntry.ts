/** An entry in `GET /statuses`: a row of the table in spec 3.1 (spec 9). */
import type { StatusClass as Class } from "@sheaf/domain/CollectionStatus"
import { Market } from "@sheaf/domain/Market"
import type { Versions } from "@sheaf/domain/versions/Versions"
import * as Annotations from "@sheaf/domain/Annotations"
import { Schema } from "effect"

const meanings: Record<Class, string> = {
  IN_PROGRESS: "The collection continues on its own.",
  WAITING_FOR_USER: "The collection continues once the user has acted.",
  OUTCOME: "The collection has ended successfully.",
  FAILURE: "The collection has ended without data.",
  BLOCKING: "The collection has ended. The user must take action at the company before a new collection can succeed."
}

const StatusClass = Annotations.literals("The kind of status.", meanings).annotate({ identifier: "StatusClass" })

const everywhere = ({ running }: Versions) => ({ final: false, versions: running, markets: Market.literals })

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
    meaning: "The collection has finished and its data is available.",
    clientAction: "Fetch the data."
  }
]

export const statusEntrySchemaOf = (versions: Versions) =>
  Schema.Struct({
    status: versions.statuses.schema,
    class: StatusClass,
    final: Schema.Boolean.annotate({ description: "True if a collection in this status has ended." }),
    versions: Schema.Array(versions.schema).annotate({ description: "The running versions that return the status." }),
    markets: Schema.Array(Market).annotate({ description: "The markets in which collections return the status." }),
    meaning: Schema.String.annotate({ description: "The meaning of the status." }),
    clientAction: Schema.String.annotate({ description: "The recommended client action." })
  }).annotate({
    identifier: "StatusEntry",
    description: "A collection status, with its meaning.",
    examples: examples(versions).slice(1)
  })
export type StatusEntry = ReturnType<typeof statusEntrySchemaOf>["Type"]
