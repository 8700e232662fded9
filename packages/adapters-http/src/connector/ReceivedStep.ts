/**
 * Reads a connector's response as a step. `null` means unknown, at any depth. To keep the collection from failing, an
 * insurance of an unknown kind becomes one of a known kind, and an invalid record is omitted (spec 1, 16).
 */
import type { Product } from "@sheaf/domain/Product"
import { asOtherInsurance } from "@sheaf/domain/insurance/UnknownKind"
import { ReportedInsurance, ReportedWealth } from "@sheaf/domain/ReportedRecords"
import { BankAccountType } from "@sheaf/domain/WealthType"
import { Option, Predicate, Result, Schema } from "effect"
import { ConnectorStep } from "./ConnectorStep.ts"
import * as StepViolation from "./StepViolation.ts"

/** How many faulty records the log describes, for the author of the connector. */
const maxDescribed = 20

/**
 * The maximum depth at which `null` is removed. No valid step is this deep, and searching deeper could exhaust the
 * stack.
 */
const maxDepth = 64

export interface ReceivedStep {
  readonly step: ConnectorStep
  /** The first rule that each omitted record breaks, and where. At most {@link maxDescribed} records are described. */
  readonly misfits: ReadonlyArray<string>
}

const decodeStep = Schema.decodeUnknownResult(ConnectorStep)
const decodeInsurance = Schema.decodeUnknownResult(ReportedInsurance)
const decodeWealth = Schema.decodeUnknownResult(ReportedWealth)

/** Returns the value without members and list entries that are `null`. */
const withoutNulls = (value: unknown, depth = 0): unknown => {
  if (depth > maxDepth || typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.flatMap((entry) => (entry === null ? [] : [withoutNulls(entry, depth + 1)]))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, withoutNulls(member, depth + 1)]]
    )
  )
}

/** A list of records in a step. */
type RecordList = "insurance" | "wealth"

const isAccountType = Schema.is(BankAccountType)

/** Returns the product that a record in the list belongs to, if the record reveals it. */
const productOf = (list: RecordList, record: unknown): Product => {
  if (list === "insurance") return "INSURANCE"
  return Predicate.hasProperty(record, "type") && isAccountType(record.type) ? "PSD2_AIS" : "WEALTH"
}

/** Returns the first rule that a record breaks, or `undefined` if it is valid. */
const misfitOf = (list: RecordList, record: unknown): string | undefined => {
  const broken =
    list === "insurance" ? Result.getFailure(decodeInsurance(record)) : Result.getFailure(decodeWealth(record))
  return Option.getOrUndefined(Option.map(broken, (error) => StepViolation.describe(error, record)))
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** Returns the response with unknown kinds of insurance converted to known kinds. */
const withKnownKinds = (answer: unknown): unknown => {
  if (!Predicate.hasProperty(answer, "collected") || !Predicate.hasProperty(answer.collected, "insurance"))
    return answer
  const { insurance } = answer.collected
  if (!isList(insurance)) return answer
  return { ...answer, collected: { ...answer.collected, insurance: insurance.map(asOtherInsurance) } }
}

/** Returns the response without invalid records. `missing` names their products. */
const withoutMisfits = (answer: unknown): { readonly answer: unknown; readonly misfits: ReadonlyArray<string> } => {
  if (!Predicate.hasProperty(answer, "collected") || !Predicate.isObject(answer.collected))
    return { answer, misfits: [] }
  const { collected } = answer
  const misfits: Array<string> = []
  const products = new Set<Product>()
  const fitting = (list: RecordList) => {
    const records: unknown = Predicate.hasProperty(collected, list) ? collected[list] : undefined
    if (!isList(records)) return {}
    const kept = records.filter((record, index) => {
      const misfit = misfitOf(list, record)
      if (misfit === undefined) return true
      products.add(productOf(list, record))
      if (misfits.length < maxDescribed) misfits.push(`/collected/${list}/${index}${misfit}`)
      return false
    })
    return { [list]: kept }
  }
  const lists = { ...fitting("insurance"), ...fitting("wealth") }
  const reported: unknown = Predicate.hasProperty(collected, "missing") ? collected.missing : []
  const missing = [
    ...(isList(reported) ? reported : []),
    ...[...products].map((product) => ({ product, reason: "INVALID_DATA" }))
  ]
  return { answer: { ...answer, collected: { ...collected, ...lists, missing } }, misfits }
}

/**
 * Decodes a response, usually in one attempt. If it is not a step even without its invalid records, fails with the
 * first broken rule.
 */
export const decode = (answer: unknown): Result.Result<ReceivedStep, string> => {
  const first = decodeStep(answer)
  if (Result.isSuccess(first)) return Result.succeed({ step: first.success, misfits: [] })
  const known = withKnownKinds(withoutNulls(answer))
  const second = decodeStep(known)
  if (Result.isSuccess(second)) return Result.succeed({ step: second.success, misfits: [] })
  const fitting = withoutMisfits(known)
  const third = decodeStep(fitting.answer)
  if (Result.isFailure(third)) return Result.fail(StepViolation.describe(third.failure, fitting.answer))
  return Result.succeed({ step: third.success, misfits: fitting.misfits })
}
