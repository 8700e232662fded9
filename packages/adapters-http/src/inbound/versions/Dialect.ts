/**
 * How a version says what the contract has no schema for: handlers speak the terms of the newest version, and a refusal
 * must name places and statuses as the caller knows them (spec 9; decisions 3, 13).
 */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { AnyStatus, CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { CompanyId } from "@sheaf/domain/Company"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import {
  contactFormPointer20250101,
  startViolation20250101,
  status20250101,
  StatusObject20250101
} from "@sheaf/domain/versions/2025-01-01/Version"
import type { Violation } from "@sheaf/domain/Violation"
import { Schema } from "effect"

export interface Dialect {
  readonly version: ApiVersion
  /** The status object as it is sent. For polls, which go without the schema of their endpoint. */
  readonly statusObject: (body: StatusObject) => object
  /** What a status of the company's collections is called; absent where every status is called what it is. */
  readonly statusOf?: (status: CollectionStatus, company: CompanyId) => AnyStatus
  /** A rule that `request` breaks, with its place and its words as they are for the start that was sent. */
  readonly startViolation: (request: StartCollection, violation: Violation) => Violation
  /** Where in the contact form that was sent is what `pointer` points at in the input that it stands for. */
  readonly contactFormPointer: (pointer: string) => string
}

/** The newest version, in whose terms everything is written. */
export const head: Dialect = {
  version: "2026-04-01",
  statusObject: (body) => body,
  startViolation: (_, violation) => violation,
  contactFormPointer: (pointer) => pointer
}

/** The codec of the version, compiled once; it also leaves out what the version does not show. */
const encodeStatusObject = Schema.encodeSync(StatusObject20250101)

export const dialect20250101: Dialect = {
  version: "2025-01-01",
  statusObject: encodeStatusObject,
  statusOf: (status, company) => status20250101({ company, status }),
  startViolation: startViolation20250101,
  contactFormPointer: contactFormPointer20250101
}
