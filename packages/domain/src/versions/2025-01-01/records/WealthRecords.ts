/**
 * The wealth record of 2025-01-01: that of the head with the fees, names and account information of the old version in
 * their places. Each difference is a change of its own; here they are put together.
 */
import { Predicate, Schema, SchemaTransformation } from "effect"
import { BankAccount } from "../../../records/wealth/BankAccount.ts"
import { Fees } from "../../../records/wealth/Fees.ts"
import { Insurance } from "../../../records/wealth/Insurance.ts"
import { InvestmentAccount, SecuritiesAccount } from "../../../records/wealth/InvestmentAccount.ts"
import { Pension } from "../../../records/wealth/Pension.ts"
import { PublicPension } from "../../../records/wealth/PublicPension.ts"
import { isInvestment, WealthRecord } from "../../../records/WealthRecord.ts"
import * as Words from "../../../Words.ts"
import type { Loss } from "../../VersionChange.ts"
import { FlatFees, fromFees, losses as feesLosses, toFees } from "./FlatFees.ts"
import { FrenchHolding, FrenchPayoutDetail } from "./FrenchNames.ts"
import { FrenchAccountInformation, losses as accountLosses } from "./NoExclusiveOwnership.ts"

const fees = FlatFees
const holdings = Schema.optionalKey(Schema.Array(FrenchHolding)).pipe(Words.means("The investments of the product."))
const payoutDetails = Schema.optionalKey(Schema.Array(FrenchPayoutDetail)).pipe(
  Words.means("The current and future payouts.")
)
const accountInformation = Schema.optionalKey(FrenchAccountInformation)

/** What the head says of a kind of record, its examples with the fees of the old version. */
const wordsOf = <Kind extends WealthRecord>(kind: Schema.Codec<Kind>) => {
  const { description = "", examples = [] } = Schema.resolveAnnotations(kind) ?? {}
  return { description, examples: examples.map(({ fees, ...rest }) => ({ ...rest, fees: fromFees(fees) })) }
}

/** The record of 2025-01-01 by itself: in every kind the fees are there, and flat. */
export const OldWealthRecord = Schema.Union([
  Schema.Struct({ ...Pension.fields, fees, holdings, payoutDetails }).annotate({
    identifier: "Pension",
    ...wordsOf(Pension)
  }),
  Schema.Struct({ ...Insurance.fields, fees, holdings, payoutDetails }).annotate({
    identifier: "FrenchInsurance",
    ...wordsOf(Insurance)
  }),
  Schema.Struct({ ...InvestmentAccount.fields, fees, accountInformation, holdings }).annotate({
    identifier: "InvestmentAccount",
    ...wordsOf(InvestmentAccount)
  }),
  Schema.Struct({ ...SecuritiesAccount.fields, fees, accountInformation, holdings }).annotate({
    identifier: "SecuritiesAccount",
    ...wordsOf(SecuritiesAccount),
    // Not that of the head, which tells who owns the account.
    examples: [
      {
        type: "PEA",
        id: "2e3e6df0-7a0b-47a6-8a5e-9b1d1c0f4a55",
        company: "fr-rivage",
        companyDisplayName: "Rivage",
        accountInformation: { availableBalance: { amount: 820.4, currency: "EUR" } },
        fees: { feesCollected: false }
      }
    ]
  }),
  Schema.Struct({ ...PublicPension.fields, fees }).annotate({ identifier: "PublicPension", ...wordsOf(PublicPension) }),
  Schema.Struct({ ...BankAccount.fields, fees }).annotate({ identifier: "BankAccount", ...wordsOf(BankAccount) })
]).annotate({
  identifier: "WealthRecord",
  description: "A pension, investment or bank account. An absent member is unknown.",
  examples: [
    {
      type: "KF",
      id: "c0d3a7f2-3f6e-4a8c-9a55-6b0f1d2e7c19",
      company: "se-nordhem",
      companyDisplayName: "Nordhem",
      financialInformation: { currentValue: { amount: 88400, currency: "SEK" } },
      fees: { feesCollected: false, feeVariable: 0.0045 }
    }
  ]
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
    if (!isInvestment(record) || record.accountInformation === undefined) return record
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
