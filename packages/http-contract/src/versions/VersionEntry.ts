/** What `GET /versions` tells of a version (decisions 13): whether to use it, and what it changed. */
import { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Timestamp } from "@sheaf/domain/Timestamp"
import * as Words from "@sheaf/domain/Words"
import { Schema } from "effect"

const Change = Schema.Struct({
  title: Schema.String.annotate({ description: "What is so since this version." }),
  description: Schema.String.annotate({ description: "What a client has to do differently, and why." }),
  affects: Schema.Array(Schema.String).annotate({
    description: "The operations where it is felt, as `METHOD /path`, of either version."
  })
}).annotate({
  identifier: "VersionChange",
  description: "One difference from the version before.",
  examples: [
    {
      title: "Collections can be listed.",
      description: "GET /collections lists the collections of the client or of its user, newest first.",
      affects: ["GET /collections"]
    }
  ]
})

export const VersionEntry = Schema.Struct({
  version: ApiVersion,
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
  examples: [{ version: "2025-01-01", status: "DEPRECATED", deprecatedAt: "2026-04-01T00:00:00.000Z", changes: [] }]
})
export type VersionEntry = typeof VersionEntry.Type
