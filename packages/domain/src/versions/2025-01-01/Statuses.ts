/** The statuses of version 2025-01-01, and the statuses of the newest version to which they correspond (spec 2.2). */
import { Struct } from "effect"
import * as Annotations from "../../shared/Annotations.ts"
import { CollectionStatus, marketOf } from "../2026-04-01/Collections.ts"
import type { CompanyId } from "../2026-04-01/Collections.ts"
import { statusInMarket } from "../changes/StatusChanges.ts"
import type { StatusChanges } from "../changes/StatusChanges.ts"
import * as AddStatuses from "./AddStatuses.ts"
import * as UnifyLoginMethodStatus from "./UnifyLoginMethodStatus.ts"
import type { CompanyCollectionStatus } from "./UnifyLoginMethodStatus.ts"

const shown = { ...AddStatuses.replacementStatuses, ...UnifyLoginMethodStatus.replacementStatuses }
type Unknown = keyof typeof shown

const { oldStatuses } = UnifyLoginMethodStatus

export const statuses = { old: oldStatuses, shown } as const satisfies StatusChanges

const isUnknown = (status: CollectionStatus.CollectionStatus): status is Unknown => Object.hasOwn(shown, status)

const meanings = {
  ...Struct.omit(CollectionStatus.statusTable.meanings, Struct.keys(shown)),
  REJECTED_INCORRECT_LOGIN_METHOD: oldStatuses.REJECTED_INCORRECT_LOGIN_METHOD.meaning
}

export const Status20250101 = Annotations.literals(
  "The status of a collection. If the status is unknown, treat the collection as in progress while " +
    "`pollingInterval` is present, and as failed otherwise. Only companies in Estonia, Latvia and Lithuania return " +
    "REJECTED_INCORRECT_LOGIN_METHOD.",
  meanings
).annotate({ identifier: "CollectionStatusValue" })
export type Status20250101 = typeof Status20250101.Type

export const encodeStatus = ({ company, status }: CompanyCollectionStatus): Status20250101 =>
  isUnknown(status) ? statusInMarket<Status20250101>(shown[status], marketOf(company)) : status

export const decodeStatus = (status: Status20250101): CollectionStatus.CollectionStatus =>
  status === "REJECTED_INCORRECT_LOGIN_METHOD" ? oldStatuses[status].replacedBy : status

export const isShown = (company: CompanyId, status: Status20250101): boolean =>
  encodeStatus({ company, status: decodeStatus(status) }) === status
