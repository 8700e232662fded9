/** A company that lets a later collection continue in the session of the previous one. */
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { CollectedData, Step } from "@sheaf/ports"
import { Effect } from "effect"
import * as Company from "../collections/ScriptedCompany.ts"
import type { ScriptedCompany } from "../collections/ScriptedCompany.ts"

type Policy = Omit<InsuranceRecord, "id" | "idStable">

export const policyOf = (amount: number, endDate = "2026-06-15"): Policy => ({
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "se",
    insuranceCompany: "Nordhem",
    insuranceNumber: "17-4",
    endDate,
    premium: { amount: { amount, currency: "SEK" }, paymentFrequency: 12, period: "YEAR" }
  }
})

export const ended = (policy: Policy, session: number, renewable: boolean): Step => ({
  _tag: "End",
  status: "COMPLETED",
  session: String(session),
  collected: { insurance: [{ id: "theirs", ...policy }], wealth: [], missing: [] },
  ...(renewable && { renewable: true })
})

const { insurance: car, ...rest } = policyOf(4800)

export const carHomeAndPension: CollectedData = {
  insurance: [
    { id: "car", ...rest, insurance: car },
    {
      id: "home",
      insurance: {
        insuranceType: "houseContentInsurance",
        insuranceSubType: "villa",
        market: "se",
        insuranceCompany: "Nordhem",
        insuranceNumber: "18-4"
      }
    }
  ],
  wealth: [
    {
      id: "pension",
      type: "OCCUPATIONAL_PENSION",
      company: "se-nordhem",
      companyDisplayName: "Nordhem",
      productNumber: "NH-77120"
    }
  ],
  missing: []
}

/** Each later collection continues in the session of the previous one, and returns the policy in `policy.now`. */
export const renewing = (company: ScriptedCompany, policy: { now: Policy; isRenewable?: boolean }) => {
  company.script = (step) =>
    Effect.succeed(
      step % 2 === 0
        ? Company.poll("COLLECTING")(String(step + 1))
        : ended(policy.now, step + 1, policy.isRenewable ?? true)
    )
}
