/** In 2025-01-01 a login method that a company lacks had a status in the Baltic markets only (spec 3.1; decisions 3). */
import { Schema } from "effect"
import type { CollectionStatus } from "../../collections/CollectionStatus.ts"
import * as Status from "../../collections/CollectionStatus.ts"
import { marketOf } from "../../companies/Company.ts"
import type { CompanyId } from "../../companies/Company.ts"
import { inWords } from "../VersionChange.ts"
import type { Loss, VersionChange } from "../VersionChange.ts"
import { Status20250101 } from "./FewerStatuses.ts"

/** Where a collection stands, and whose: the market of the company decides what is shown. */
export interface StatusOfCompany {
  readonly company: CompanyId
  readonly status: CollectionStatus
}

const isOld = Schema.is(Status20250101)

/** The status as 2025-01-01 shows it in the company's market. */
export const encodeStatus = ({ company, status }: StatusOfCompany): Status20250101 => {
  const shown = Status.project(status, { version: "2025-01-01", market: marketOf(company) })
  return isOld(shown) ? shown : "FAILED"
}

/** The status that 2025-01-01 means. */
export const decodeStatus = (status: Status20250101): CollectionStatus =>
  status === "REJECTED_INCORRECT_LOGIN_METHOD" ? "LOGIN_METHOD_NOT_APPLICABLE" : status

/** Whether 2025-01-01 ever shows this status in the company's market. */
export const isShown = (company: CompanyId, status: Status20250101): boolean =>
  Status.returnedBy(status, { version: "2025-01-01", market: marketOf(company) })

const isForgotten = ({ company, status }: StatusOfCompany): boolean =>
  status === "LOGIN_METHOD_NOT_APPLICABLE" && !isShown(company, "REJECTED_INCORRECT_LOGIN_METHOD")

/** What of a login method that does not fit 2025-01-01 does not tell. */
export const losses: ReadonlyArray<Loss<StatusOfCompany>> = [
  {
    description: "LOGIN_METHOD_NOT_APPLICABLE outside ee, lt and lv, which reads FAILED.",
    example: { company: "se-nordhem", status: "LOGIN_METHOD_NOT_APPLICABLE" },
    forget: (value) => (isForgotten(value) ? { ...value, status: "FAILED" } : value)
  }
]

export const change: VersionChange = {
  title: "A login method that does not fit is the same status in every market.",
  description:
    "REJECTED_INCORRECT_LOGIN_METHOD, which only ee, lt and lv returned, is LOGIN_METHOD_NOT_APPLICABLE everywhere. Read " +
    "the supported methods from the company availability, and start a new collection.",
  affects: ["GET /collections/{collectionId}/status", "GET /collections"],
  losses: inWords(losses)
}
