/**
 * Every code that a problem can carry, in one table (decisions 12): its HTTP status, its title for developers, what it
 * means and what to do about it. The page of each code and `docs/errors.md` are made from it.
 */
import type { ViolationCode } from "@sheaf/domain/Violation"
import { callerProblems } from "./CallerProblems.ts"
import type { ProblemRow } from "./ProblemRow.ts"
import { requestProblems } from "./RequestProblems.ts"
import { stateProblems } from "./StateProblems.ts"

/** The table. `detail` says what a single occurrence adds. A broken rule can give a problem its code. */
export const table = { ...requestProblems, ...callerProblems, ...stateProblems } satisfies Record<
  ViolationCode,
  ProblemRow
>

export type ProblemCode = keyof typeof table

/** The HTTP status of a code. */
export type StatusOf<Code extends ProblemCode> = (typeof table)[Code]["status"]

/** Every status that a problem can have. */
export type ProblemStatus = StatusOf<ProblemCode>

/** The codes of one status. */
export type CodeOf<Status extends ProblemStatus> = {
  [Code in ProblemCode]: StatusOf<Code> extends Status ? Code : never
}[ProblemCode]

// The keys of a constant object are its own: Object.keys forgets that.
const codes = Object.keys(table) as ReadonlyArray<ProblemCode>

/** Every code, by its status. */
export const all = codes.toSorted((one, other) => table[one].status - table[other].status)

/** The codes that answer requests which reach no operation: no operation declares them. */
export const beforeOperations = [
  "MALFORMED_REQUEST",
  "UNKNOWN_ROUTE",
  "METHOD_NOT_ALLOWED"
] as const satisfies ReadonlyArray<ProblemCode>

/** Whether a text is the code of a problem with this status. */
export const isOf = <Status extends ProblemStatus>(status: Status, text: string): text is CodeOf<Status> =>
  all.some((code) => code === text && table[code].status === status)

/** The codes of one status. */
export const of = <Status extends ProblemStatus>(status: Status): ReadonlyArray<CodeOf<Status>> =>
  all.filter((code): code is CodeOf<Status> => isOf(status, code))

/** The code as it stands in addresses. */
export const slugOf = (code: ProblemCode): string => code.toLowerCase().replaceAll("_", "-")

/** The problem's `type`: a stable identifier of the code, and the address of its page (RFC 9457 §3.1.1). */
export const typeOf = (code: ProblemCode): string => `/problems/${slugOf(code)}`
