/** In version 2025-01-01, only the Baltic markets had a status for unsupported login methods (spec 2.2, 3.1). */
import { marketOf } from "../2026-04-01/Collections.ts"
import type { CollectionStatus, CompanyId } from "../2026-04-01/Collections.ts"
import { statusInMarket } from "../changes/StatusChanges.ts"
import { describeLosses } from "../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../changes/VersionChange.ts"

export const oldStatuses = {
  REJECTED_INCORRECT_LOGIN_METHOD: {
    class: "FAILURE",
    meaning: "The company does not support the requested login method.",
    clientAction: "Look up the supported methods in the company availability, and start a new collection.",
    replacedBy: "LOGIN_METHOD_NOT_APPLICABLE"
  }
} as const

const rejected = "REJECTED_INCORRECT_LOGIN_METHOD"

export const replacementStatuses = {
  LOGIN_METHOD_NOT_APPLICABLE: { ee: rejected, lt: rejected, lv: rejected, otherwise: "FAILED" }
} as const

/** The company's market decides which status clients see. */
export interface CompanyCollectionStatus {
  readonly company: CompanyId
  readonly status: CollectionStatus.CollectionStatus
}

const isForgotten = ({ company, status }: CompanyCollectionStatus): boolean =>
  status === "LOGIN_METHOD_NOT_APPLICABLE" &&
  statusInMarket(replacementStatuses[status], marketOf(company)) === "FAILED"

export const codecLosses: ReadonlyArray<CodecLoss<CompanyCollectionStatus>> = [
  {
    description: "LOGIN_METHOD_NOT_APPLICABLE outside ee, lt and lv, which becomes FAILED.",
    example: { company: "se-nordhem", status: "LOGIN_METHOD_NOT_APPLICABLE" },
    forget: (value) => (isForgotten(value) ? { ...value, status: "FAILED" } : value)
  }
]

export const change: VersionChange = {
  title: "Unsupported login methods have the same status in every market.",
  description:
    "LOGIN_METHOD_NOT_APPLICABLE applies in every market, and replaces REJECTED_INCORRECT_LOGIN_METHOD, which existed " +
    "only in ee, lt and lv. Look up the supported methods in the company availability, and start a new collection.",
  affects: ["GET /collections/{collectionId}/status", "GET /collections"],
  losses: describeLosses(codecLosses)
}
