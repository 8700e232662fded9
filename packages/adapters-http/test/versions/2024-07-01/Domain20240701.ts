/**
 * A fictitious oldest version, defined by its differences from version 2025-01-01. Its codecs convert only to and from
 * that version.
 */
import { BriefStatusObject } from "@sheaf/domain/versions/2025-01-01/ExtendStatusObject"
import { UntypedStartCollection } from "@sheaf/domain/versions/2025-01-01/AddParameterTypes"
import {
  StartCollection20250101,
  startViolation20250101,
  StatusObject20250101
} from "@sheaf/domain/versions/2025-01-01/Version"
import type { ReplacedVersion, VersionChange } from "@sheaf/domain/versions/changes/VersionChange"
import { Schema, SchemaTransformation, Struct } from "effect"

const namedCompany: VersionChange = {
  title: "A start names the company.",
  description: "provider is company, the word that every response uses.",
  affects: ["POST /collect/insurance"],
  losses: []
}

const ProviderStart = Schema.Struct({
  provider: UntypedStartCollection.fields.company,
  ...Struct.omit(UntypedStartCollection.fields, ["company"])
}).annotate({ identifier: "InitiateCollectionRequest", description: "Starts a collection at a provider." })

export const StartCollection20240701 = Schema.toEncoded(ProviderStart).pipe(
  Schema.decodeTo(
    StartCollection20250101,
    SchemaTransformation.transform({
      decode: ({ provider, ...rest }) => ({ company: provider, ...rest }),
      encode: ({ company, ...rest }) => ({ provider: company, ...rest })
    })
  )
)

export const startViolation20240701: typeof startViolation20250101 = (request, violation) => {
  const known = startViolation20250101(request, violation)
  return known.pointer === "/company" ? { ...known, pointer: "/provider" } : known
}

const collecting: VersionChange = {
  title: "A collection that reads data is COLLECTING.",
  description: "COLLECTING is what FETCHING was. Other statuses read as before.",
  affects: ["GET /collect/insurance/{collectionId}/status"],
  losses: []
}

const old = {
  FETCHING: {
    class: "IN_PROGRESS",
    meaning: "The data is being fetched.",
    clientAction: "Keep polling.",
    replacedBy: "COLLECTING"
  }
} as const

const { status, ...otherMembers } = BriefStatusObject.fields

const otherStatuses = status.literals.filter((one): one is Exclude<typeof one, "COLLECTING"> => one !== "COLLECTING")

export const StatusObject20240701 = Schema.toEncoded(
  Schema.Struct({ ...otherMembers, status: Schema.Literals([...otherStatuses, "FETCHING"]) }).annotate({
    identifier: "CollectionStatus",
    description: "The status of a collection."
  })
).pipe(
  Schema.decodeTo(
    StatusObject20250101,
    SchemaTransformation.transform({
      decode: ({ status, ...rest }) => ({ ...rest, status: status === "FETCHING" ? ("COLLECTING" as const) : status }),
      encode: ({ status, ...rest }) => ({ ...rest, status: status === "COLLECTING" ? ("FETCHING" as const) : status })
    })
  )
)

const paths: VersionChange = {
  title: "Collections are below the path of their product.",
  description: "/collect/insurance is /insurance/collection.",
  affects: ["POST /collect/insurance", "POST /insurance/collection"],
  losses: []
}

export const version20240701 = {
  version: "2024-07-01",
  changes: [namedCompany, collecting, paths],
  statuses: { old, shown: { COLLECTING: { otherwise: "FETCHING" } } }
} as const satisfies ReplacedVersion
