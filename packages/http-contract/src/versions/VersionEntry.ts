/** What `GET /versions` tells of a version (decisions 13): whether to use it, and what it changed. */
import { Timestamp } from "@sheaf/domain/Timestamp"
import type { Versions } from "@sheaf/domain/versions/Versions"
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"

const listed = {
  title: "Collections can be listed.",
  description: "GET /collections lists the collections of the client or of its user, newest first.",
  affects: ["GET /collections"]
}

/** Entries as documents show them: a change stands for all of the newest version. */
export const examples = ({ running, successorOf }: Versions) =>
  running.map((version) => {
    const successor = successorOf(version)
    return successor === undefined
      ? { version, status: "CURRENT" as const, changes: [listed] }
      : { version, status: "DEPRECATED" as const, deprecatedAt: `${successor}T00:00:00.000Z`, changes: [] }
  })

const Change = Schema.Struct({
  title: Schema.String.annotate({ description: "What is so since this version." }),
  description: Schema.String.annotate({ description: "What a client has to do differently, and why." }),
  affects: Schema.Array(Schema.String).annotate({
    description: "The operations where it is felt, as `METHOD /path`, of either version."
  })
}).annotate({
  identifier: "VersionChange",
  description: "One difference from the version before.",
  examples: [listed]
})

/** The entry of a version, out of the running ones. */
export const make = (versions: Versions) =>
  Schema.Struct({
    version: versions.schema,
    status: Words.literals(
      { CURRENT: "The newest.", DEPRECATED: "It answers as before, and is to be left." },
      { identifier: "VersionStatus", description: "Whether to use the version." }
    ),
    deprecatedAt: Schema.optionalKey(Timestamp).pipe(
      Words.means("Since when it is deprecated, ISO 8601 in UTC; absent for the newest.")
    ),
    sunsetAt: Schema.optionalKey(Timestamp).pipe(
      Words.means("When it stops answering, ISO 8601 in UTC; absent until there is a date.")
    ),
    changes: Schema.Array(Change).annotate({
      description: "What it changed in the version before; nothing of the oldest that runs."
    })
  }).annotate({
    identifier: "Version",
    description: "A running version. `sunsetAt`, once there is a date, is when it stops answering.",
    examples: examples(versions).slice(0, 1)
  })
export type VersionEntry = ReturnType<typeof make>["Type"]
