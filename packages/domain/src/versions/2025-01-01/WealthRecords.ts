/**
 * The wealth record of 2025-01-01: that of the head with the fees, names and account information of the old version in
 * their places. Each difference is a change of its own; here they are put together.
 */
import { Predicate, Schema, SchemaTransformation } from "effect"
import { BankAccount } from "../../wealth/BankAccount.ts"
import { Fees } from "../../wealth/Fees.ts"
import { Insurance } from "../../wealth/Insurance.ts"
import { InvestmentAccount, SecuritiesAccount } from "../../wealth/InvestmentAccount.ts"
import { Pension } from "../../wealth/Pension.ts"
import { PublicPension } from "../../wealth/PublicPension.ts"
import { WealthRecord } from "../../WealthRecord.ts"
import type { Loss } from "../VersionChange.ts"
import { FlatFees, fromFees, losses as feesLosses, toFees } from "./FlatFees.ts"
import { FrenchHolding, FrenchPayoutDetail } from "./FrenchNames.ts"
import { FrenchAccountInformation, losses as accountLosses } from "./NoExclusiveOwnership.ts"

const fees = FlatFees
const holdings = Schema.optionalKey(Schema.Array(FrenchHolding))
const payoutDetails = Schema.optionalKey(Schema.Array(FrenchPayoutDetail))
const accountInformation = Schema.optionalKey(FrenchAccountInformation)

const described = (identifier: string, description: string) => ({ identifier, description })

/** The record of 2025-01-01 by itself: in every kind the fees are there, and flat. */
export const OldWealthRecord = Schema.Union([
  Schema.Struct({ ...Pension.fields, fees, holdings, payoutDetails }).annotate(
    described("Pension", "A private or occupational pension.")
  ),
  Schema.Struct({ ...Insurance.fields, fees, holdings, payoutDetails }).annotate(
    described("FrenchInsurance", "An insurance contract that is saved in: a French PER or life insurance.")
  ),
  Schema.Struct({ ...InvestmentAccount.fields, fees, accountInformation, holdings }).annotate(
    described("InvestmentAccount", "An account that is invested.")
  ),
  Schema.Struct({ ...SecuritiesAccount.fields, fees, accountInformation, holdings }).annotate(
    described("SecuritiesAccount", "A French securities account: a PEA or an ordinary account (CTO).")
  ),
  Schema.Struct({ ...PublicPension.fields, fees }).annotate(described("PublicPension", "A public pension.")),
  Schema.Struct({ ...BankAccount.fields, fees }).annotate(
    described("BankAccount", "A bank account, read under a PSD2 consent.")
  )
]).annotate({
  identifier: "WealthRecord",
  description: "One pension, investment or bank account that was found. A member that is absent is unknown."
})
export type OldWealthRecord = typeof OldWealthRecord.Type

const areFees = Schema.is(Fees)

/**
 * The head's record, checked where the two versions differ. All other members have the same schemas in the old record,
 * which checks them on either way: to check them twice would double what an old version costs.
 */
const HeadRecord = Schema.declare(
  (value): value is WealthRecord =>
    Predicate.isObject(value) && (!Predicate.hasProperty(value, "fees") || areFees(value.fees)),
  {
    identifier: "HeadWealthRecord",
    toCodecArbitrary: () =>
      Schema.link<WealthRecord>()(Schema.toType(WealthRecord), SchemaTransformation.passthrough<WealthRecord>())
  }
)

const decode = ({ fees: flat, ...rest }: OldWealthRecord): WealthRecord => {
  const known = toFees(flat)
  return known === undefined ? rest : { ...rest, fees: known }
}

const encode = (record: WealthRecord): OldWealthRecord => ({ ...record, fees: fromFees(record.fees) })

/** Between the records of both versions: one step for a whole record, because a step for a member slows all others. */
export const WealthRecord20250101 = OldWealthRecord.pipe(
  Schema.decodeTo(HeadRecord, SchemaTransformation.transform({ decode, encode }))
)

/** A loss of account information, where a record has some. */
const lossOfRecord = ({ description, example, forget }: (typeof accountLosses)[number]): Loss<WealthRecord> => ({
  description,
  example: { type: "PEA", id: "1", company: "fr-rivage", companyDisplayName: "Rivage", accountInformation: example },
  forget: (record) => {
    if (!("accountInformation" in record) || record.accountInformation === undefined) return record
    const rest = forget(record.accountInformation)
    return rest === record.accountInformation ? record : { ...record, accountInformation: rest }
  }
})

/** What of a record 2025-01-01 does not show. */
export const losses: ReadonlyArray<Loss<WealthRecord>> = accountLosses.map(lossOfRecord)

/** What of an old record does not come back: that of its fees. */
export const oldLosses: ReadonlyArray<Loss<OldWealthRecord>> = feesLosses.map(({ description, example, forget }) => ({
  description,
  example: { type: "KF", id: "1", company: "se-nordhem", companyDisplayName: "Nordhem", fees: example },
  forget: (record) => {
    const fees = forget(record.fees)
    return fees === record.fees ? record : { ...record, fees }
  }
}))
