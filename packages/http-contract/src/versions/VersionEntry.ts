/** An entry in `GET /versions`: a version's status and changes (spec 9). */
import { Timestamp } from "@sheaf/domain/Timestamp"
import type { Versions } from "@sheaf/domain/versions/Versions"
import * as Annotations from "@sheaf/domain/Annotations"
import { Schema } from "effect"

const listed = {
  title: "Collections can be listed.",
  description:
    "GET /collections lists the client's collections or, with a user's token, the user's collections, newest first.",
  affects: ["GET /collections"]
}

/** The newest version's example shows only one of its changes. */
export const examples = ({ running, successorOf }: Versions) =>
  running.map((version) => {
    const successor = successorOf(version)
    return successor === undefined
      ? { version, status: "CURRENT" as const, changes: [listed] }
      : { version, status: "DEPRECATED" as const, deprecatedAt: `${successor}T00:00:00.000Z`, changes: [] }
  })

const Change = Schema.Struct({
  title: Schema.String.annotate({ description: "The change in one sentence." }),
  description: Schema.String.annotate({ description: "The effect on clients, and the reason for the change." }),
  affects: Schema.Array(Schema.String).annotate({
    description: "The affected operations of this version or the previous one, as `METHOD /path`."
  })
}).annotate({
  identifier: "VersionChange",
  description: "A difference from the previous version.",
  examples: [listed]
})

export const versionEntrySchemaOf = (versions: Versions) =>
  Schema.Struct({
    version: versions.schema,
    status: Annotations.literals("An API version's status.", {
      CURRENT: "The newest version.",
      DEPRECATED: "An older version. The version works as before, but clients should migrate."
    }).annotate({ identifier: "VersionStatus" }),
    deprecatedAt: Schema.optionalKey(Timestamp).pipe(
      Annotations.describe("The time of deprecation, ISO 8601 in UTC; absent for the newest version.")
    ),
    sunsetAt: Schema.optionalKey(Timestamp).pipe(
      Annotations.describe("The time at which the version ends, ISO 8601 in UTC; absent until a date is set.")
    ),
    changes: Schema.Array(Change).annotate({
      description: "The differences from the previous version; empty for the oldest running version."
    })
  }).annotate({
    identifier: "Version",
    description: "A running version of the API.",
    examples: examples(versions).slice(0, 1)
  })
export type VersionEntry = ReturnType<typeof versionEntrySchemaOf>["Type"]
