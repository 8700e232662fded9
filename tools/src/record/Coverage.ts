/** Checks that the recorded data has every type of record that the companies offer. */
import type { RecordedData } from "@sheaf/app-api/testing"

/** The record types in an entry of `GET /companies/supported-products`. */
export interface Supported {
  readonly insurance?: ReadonlyArray<{
    readonly insuranceType: string
    readonly insuranceSubTypes: ReadonlyArray<string>
  }>
  readonly wealth?: ReadonlyArray<string>
}

const members = ["insuranceType", "insuranceSubType", "type"]

/** Adds the values of all members that name a record type, at any depth. */
const addTypes = (value: unknown, found: Set<unknown>): void => {
  if (typeof value !== "object" || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (members.includes(name)) found.add(inner)
    addTypes(inner, found)
  }
}

/** Fails with the types that the recorded data lacks. */
export const check = (
  supported: ReadonlyArray<Supported>,
  answers: ReadonlyArray<RecordedData.RecordedAnswer>
): void => {
  const found = new Set<unknown>()
  for (const { body, path, status } of answers) if (status === 200 && path.endsWith("/data")) addTypes(body, found)
  const offered = supported.flatMap(({ insurance = [], wealth = [] }) => [
    ...insurance.flatMap(({ insuranceSubTypes, insuranceType }) => [insuranceType, ...insuranceSubTypes]),
    ...wealth
  ])
  const missing = [...new Set(offered)].filter((type) => !found.has(type))
  if (missing.length > 0) throw new Error(`the recorded data lacks ${missing.join(", ")}`)
}
