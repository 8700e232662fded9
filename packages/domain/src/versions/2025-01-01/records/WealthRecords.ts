/**
 * The wealth records of version 2025-01-01, with the old fees, names and account information. Each difference has its
 * own file, and this module combines them.
 */
import { Predicate, Schema, SchemaTransformation, Struct } from "effect"
import { Fees } from "../../2026-04-01/Fees.ts"
import {
  BankAccount,
  Insurance,
  InvestmentAccount,
  isInvestment,
  Pension,
  PublicPension,
  SecuritiesAccount,
  WealthRecord
} from "../../2026-04-01/Records.ts"
import * as Annotations from "../../../shared/Annotations.ts"
import { applyToEach } from "../../changes/VersionChange.ts"
import type { CodecLoss } from "../../changes/VersionChange.ts"
import { FlattenedFees, fromFees, codecLosses as feesLosses, toFees } from "./SplitFees.ts"
import { FrenchHolding, FrenchPayoutDetail } from "./DropFrenchPrefix.ts"
import { FrenchAccountInformation, codecLosses as accountLosses } from "./AddExclusiveOwnership.ts"
import { bankAccountFields, codecLosses as bankLosses } from "./AddBankDetails.ts"
import * as AddRecordDetails from "./AddRecordDetails.ts"
import { newMembers as details, oldWealthFields } from "./AddRecordDetails.ts"
import * as AddRecordKinds from "./AddRecordKinds.ts"
import { wealthDocuments, newMembers, wealthCodecLosses } from "./AddStableIds.ts"

const fees = FlattenedFees
const holdings = Annotations.optional(Schema.Array(FrenchHolding), "The product's investments.")
const payoutDetails = Annotations.optional(Schema.Array(FrenchPayoutDetail), "The current and future payouts.")
const accountInformation = Schema.optionalKey(FrenchAccountInformation)

const wordsOf = <Kind extends WealthRecord>(kind: Schema.Codec<Kind>) => {
  const { description = "", examples = [] } = Schema.resolveAnnotations(kind) ?? {}
  return { description, examples: examples.map((example) => ({ ...example, fees: fromFees(example.fees) })) }
}

/** In every kind of record, `fees` has the flattened form. */
export const OldWealthRecord = Schema.Union([
  Schema.Struct({
    ...Struct.omit(Pension.fields, [...newMembers, ...details.wealth, ...details.pension]),
    ...oldWealthFields,
    documents: wealthDocuments,
    fees,
    holdings,
    payoutDetails
  }).annotate({
    identifier: "Pension",
    ...wordsOf(Pension)
  }),
  Schema.Struct({
    ...Struct.omit(Insurance.fields, [...newMembers, ...details.wealth, ...details.pension]),
    ...oldWealthFields,
    documents: wealthDocuments,
    fees,
    holdings,
    payoutDetails
  }).annotate({
    identifier: "FrenchInsurance",
    ...wordsOf(Insurance)
  }),
  Schema.Struct({
    ...Struct.omit(InvestmentAccount.fields, [...newMembers, ...details.wealth, ...details.investment]),
    ...oldWealthFields,
    documents: wealthDocuments,
    fees,
    accountInformation,
    holdings
  }).annotate({
    identifier: "InvestmentAccount",
    ...wordsOf(InvestmentAccount)
  }),
  Schema.Struct({
    ...Struct.omit(SecuritiesAccount.fields, [...newMembers, ...details.wealth, ...details.investment]),
    ...oldWealthFields,
    documents: wealthDocuments,
    fees,
    accountInformation,
    holdings
  }).annotate({
    identifier: "SecuritiesAccount",
    ...wordsOf(SecuritiesAccount),
    // The newest version's example has `hasExclusiveOwnership`, which this version does not have.
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
  Schema.Struct({
    ...Struct.omit(PublicPension.fields, [...newMembers, ...details.wealth, ...details.publicPension]),
    ...oldWealthFields,
    documents: wealthDocuments,
    fees
  }).annotate({
    identifier: "PublicPension",
    ...wordsOf(PublicPension)
  }),
  Schema.Struct({
    ...Struct.omit(bankAccountFields, [...newMembers, ...details.wealth]),
    ...oldWealthFields,
    documents: wealthDocuments,
    fees
  }).annotate({
    identifier: "BankAccount",
    ...wordsOf(BankAccount)
  })
]).annotate({
  identifier: "WealthRecord",
  description: "A pension, investment or bank account. A member is absent if its value is unknown."
})
export type OldWealthRecord = typeof OldWealthRecord.Type

const areFees = Schema.is(Fees)

/**
 * The newest version's record. This schema checks only the members that differ between the versions. The old record's
 * schema already checks all other members, both when decoding and when encoding, and checking them twice would double
 * the cost of old versions.
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

const encode = (record: AddRecordKinds.KnownWealthRecord): OldWealthRecord => ({
  ...record,
  fees: fromFees(record.fees)
})

export const OldWealthRecords = Schema.Array(OldWealthRecord)

/**
 * Encoding omits records of kinds that this version does not have. A single transformation covers the whole list,
 * because transforming one member of a record separately, such as `fees`, would slow down all other members.
 */
export const WealthRecords20250101 = OldWealthRecords.pipe(
  Schema.decodeTo(
    Schema.Array(HeadRecord),
    SchemaTransformation.transform({
      decode: (records): ReadonlyArray<WealthRecord> => records.map(decode),
      encode: (records): ReadonlyArray<OldWealthRecord> => records.filter(AddRecordKinds.isKnownWealth).map(encode)
    })
  )
)

const lossOfRecord = ({ description, example, forget }: (typeof accountLosses)[number]): CodecLoss<WealthRecord> => ({
  description,
  example: { type: "PEA", id: "1", company: "fr-rivage", companyDisplayName: "Rivage", accountInformation: example },
  forget: (record) => {
    if (!isInvestment(record) || record.accountInformation === undefined) return record
    const rest = forget(record.accountInformation)
    return rest === record.accountInformation ? record : { ...record, accountInformation: rest }
  }
})

export const codecLosses: ReadonlyArray<CodecLoss<ReadonlyArray<WealthRecord>>> = [
  ...AddRecordKinds.wealthCodecLosses,
  ...[
    ...accountLosses.map(lossOfRecord),
    ...AddRecordDetails.wealthCodecLosses,
    ...wealthCodecLosses,
    ...bankLosses
  ].map(applyToEach)
]

export const oldCodecLosses: ReadonlyArray<CodecLoss<ReadonlyArray<OldWealthRecord>>> = feesLosses
  .map(({ description, example, forget }): CodecLoss<OldWealthRecord> => ({
    description,
    example: { type: "KF", id: "1", company: "se-nordhem", companyDisplayName: "Nordhem", fees: example },
    forget: (record) => {
      const fees = forget(record.fees)
      return fees === record.fees ? record : { ...record, fees }
    }
  }))
  .map(applyToEach)
