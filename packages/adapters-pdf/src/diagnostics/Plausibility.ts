/** Finds contradictions within a record, which mean that the document is wrong or was misread. */
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"

const isBefore = (day: string | undefined, other: string | undefined): boolean =>
  day !== undefined && other !== undefined && day < other

const contradictions: Readonly<Record<string, (record: InsuranceRecord) => boolean>> = {
  "ends before it starts": ({ insurance }) => isBefore(insurance.endDate, insurance.startDate),
  "is renewed before it starts": ({ insurance }) => isBefore(insurance.renewalDate, insurance.startDate),
  "has a premium of zero or less": ({ insurance }) =>
    insurance.premium !== undefined && insurance.premium.amount.amount <= 0,
  "has a negative discount": ({ insurance }) => (insurance.discountAmount?.amount ?? 0) < 0,
  "has a negative deductible": ({ deductibles = [] }) =>
    deductibles.some(({ deductibleAmount }) => deductibleAmount.amount < 0),
  "starts before its holder was born": ({ insurance }) => isBefore(insurance.startDate, insurance.holder?.dateOfBirth),
  "has a driver with a license from before birth": ({ insurance }) => {
    const driver = insurance.insuranceType === "vehicleInsurance" ? insurance.primaryDriver : undefined
    return isBefore(driver?.drivingLicenceDate, driver?.dateOfBirth)
  }
}

export const contradictionsIn = (record: InsuranceRecord): ReadonlyArray<string> =>
  Object.entries(contradictions).flatMap(([name, holds]) => (holds(record) ? [name] : []))
