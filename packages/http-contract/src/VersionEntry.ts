/** What `GET /versions` tells of a version (decisions 13): whether to use it, and what it changed. */
import { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Timestamp } from "@sheaf/domain/Timestamp"
import { Schema } from "effect"

const Change = Schema.Struct({
  title: Schema.String.annotate({ description: "What is so since this version." }),
  description: Schema.String.annotate({ description: "What a client has to do differently, and why." }),
  affects: Schema.Array(Schema.String).annotate({
    description: "The operations where it is felt, as `METHOD /path`, of either version."
  })
}).annotate({ identifier: "VersionChange", description: "One difference from the version before." })

export const VersionEntry = Schema.Struct({
  version: ApiVersion,
  status: Schema.Literals(["CURRENT", "DEPRECATED"]).annotate({
    identifier: "VersionStatus",
    description: "CURRENT is the newest. DEPRECATED answers as before, and is to be left."
  }),
  deprecatedAt: Schema.optionalKey(Timestamp),
  sunsetAt: Schema.optionalKey(Timestamp),
  changes: Schema.Array(Change).annotate({
    description: "What it changed in the version before; nothing of the oldest that runs."
  })
}).annotate({
  identifier: "Version",
  description: "A running version. `sunsetAt`, once there is a date, is when it stops answering."
})
export type VersionEntry = typeof VersionEntry.Type
