/** In version 2025-01-01, records had no coverages, payments, transactions, forecasts or quality (spec 10). */
import { Predicate, Schema, Struct } from "effect"
import {
  activityFields,
  FinancialInformation,
  Holding,
  isBankAccount,
  outlookFields,
  policyFields,
  qualityFields
} from "../../2026-04-01/Records.ts"
import type { InsuranceRecord, WealthRecord } from "../../2026-04-01/Records.ts"
import * as Annotations from "../../../shared/Annotations.ts"
import { describeLosses } from "../../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../../changes/VersionChange.ts"

const qualityMembers = Struct.keys(qualityFields)

export const newMembers = {
  insurance: ["companyCategory"],
  insuranceRecord: [...Struct.keys(policyFields), ...qualityMembers],
  wealth: qualityMembers,
  pension: [...Struct.keys(outlookFields), ...Struct.keys(activityFields)],
  investment: Struct.keys(activityFields),
  publicPension: ["forecasts"],
  holding: ["assetClass", "allocation", "price", "valueDate", "riskClass", "entryFee", "exitFee"],
  financialInformation: ["valueDate", "allocation", "riskClass"]
} as const

export const OldHolding = Schema.Struct(Struct.omit(Holding.fields, newMembers.holding)).annotate(
  Annotations.annotationsOf(Holding)
)

export const oldWealthFields = {
  financialInformation: Schema.optionalKey(
    Schema.Struct(Struct.omit(FinancialInformation.fields, newMembers.financialInformation)).annotate(
      Annotations.annotationsOf(FinancialInformation)
    )
  )
}

/** Returns the same object if it has none of these members. */
const without = <A extends object>(value: A, members: ReadonlyArray<string>): A =>
  members.some((member) => Object.hasOwn(value, member))
    ? // The members are optional, so the rest is a value of the same type.
      (Object.fromEntries(Object.entries(value).filter(([name]) => !members.includes(name))) as A)
    : value

const forgetOfInsurance = (record: InsuranceRecord): InsuranceRecord => {
  const insurance = without(record.insurance, newMembers.insurance)
  const rest = without(record, newMembers.insuranceRecord)
  return insurance === record.insurance ? rest : { ...rest, insurance }
}

const newWealthMembers: ReadonlyArray<string> = [...newMembers.wealth, ...newMembers.pension]

const forgetOfHoldings = <A extends WealthRecord>(record: A): A => {
  const given = Predicate.hasProperty(record, "holdings") ? record.holdings : undefined
  if (!Array.isArray(given)) return record
  const holdings = given.map((holding: object) => without(holding, newMembers.holding))
  return holdings.every((holding, index) => holding === given[index]) ? record : { ...record, holdings }
}

const forgetOfWealth = (record: WealthRecord): WealthRecord => {
  const rest = forgetOfHoldings(without(record, isBankAccount(record) ? newMembers.wealth : newWealthMembers))
  const { financialInformation } = rest
  if (financialInformation === undefined) return rest
  const information = without(financialInformation, newMembers.financialInformation)
  return information === financialInformation ? rest : { ...rest, financialInformation: information }
}

export const insuranceCodecLosses: ReadonlyArray<CodecLoss<InsuranceRecord>> = [
  {
    description:
      "companyCategory of an insurance, and a record's coverages, insuredObjects, insuredPersons, payments, claims and " +
      "other details.",
    example: {
      id: "1",
      insurance: {
        insuranceType: "animalInsurance",
        insuranceSubType: "dog",
        market: "se",
        insuranceCompany: "Nordhem Försäkring"
      },
      coverages: [{ name: "Veterinärvård", included: true }]
    },
    forget: forgetOfInsurance
  }
]

export const wealthCodecLosses: ReadonlyArray<CodecLoss<WealthRecord>> = [
  {
    description:
      "Transactions and orders of investments, forecasts of pensions, asset classes and dates of values, and what a " +
      "record says about its quality.",
    example: {
      type: "KF",
      id: "1",
      company: "se-nordhem",
      companyDisplayName: "Nordhem",
      transactions: [{ type: "BUY", date: "2026-01-02" }]
    },
    forget: forgetOfWealth
  }
]

export const change: VersionChange = {
  title: "Records have covers, payments, transactions and forecasts, and state their quality.",
  description:
    "Insurances have coverages with limits and deductibles, insured objects and people, payments, claims and terms. " +
    "Investments and pensions have transactions, orders, forecasts and asset classes. Every record states its time " +
    "and source, which groups could be read, the units of its numbers, and any contradictions. Claims, and insurance " +
    "for health, illness and loss of income, are collected only if the start request names them in sensitive. Because " +
    "this includes the number of a car's claims, version 2025-01-01 no longer has that number.",
  affects: [
    "GET /collections/{collectionId}/insurance/data",
    "GET /collections/{collectionId}/wealth/data",
    "POST /collections"
  ],
  losses: [...describeLosses(insuranceCodecLosses), ...describeLosses(wealthCodecLosses)]
}
