/** What cannot be, however it is written: a document that says it has not been read right, or is not right itself. */
import type { AnyInsurance, InsuranceRecord } from "@sheaf/domain/InsuranceRecord"

/** Whether one day comes after another, where both are known. */
const isBefore = (day: string | undefined, other: string | undefined): boolean =>
  day !== undefined && other !== undefined && day < other

const primaryDriverOf = (insurance: AnyInsurance) =>
  insurance.insuranceType === "vehicleInsurance" ? insurance.primaryDriver : undefined

/** The name of each contradiction, and whether a record has it. */
const contradictions: Readonly<Record<string, (record: InsuranceRecord) => boolean>> = {
  "ends before it starts": ({ insurance }) => isBefore(insurance.endDate, insurance.startDate),
  "is renewed before it starts": ({ insurance }) => isBefore(insurance.renewalDate, insurance.startDate),
  "costs nothing, or less": ({ insurance }) => insurance.premium !== undefined && insurance.premium.amount.amount <= 0,
  "has a negative discount": ({ insurance }) => (insurance.discountAmount?.amount ?? 0) < 0,
  "has a negative deductible": ({ deductibles = [] }) =>
    deductibles.some(({ deductibleAmount }) => deductibleAmount.amount < 0),
  "starts before its holder was born": ({ insurance }) => isBefore(insurance.startDate, insurance.holder?.dateOfBirth),
  "lets somebody drive who was not born": ({ insurance }) => {
    const driver = primaryDriverOf(insurance)
    return isBefore(driver?.drivingLicenceDate, driver?.dateOfBirth)
  }
}

/** Everything in the record that contradicts itself, in words; none: it may be so. */
export const contradictionsIn = (record: InsuranceRecord): ReadonlyArray<string> =>
  Object.entries(contradictions).flatMap(([name, holds]) => (holds(record) ? [name] : []))
