/**
 * Records as a connector reports them: without Sheaf's additions, but with the company's own reference to the contract
 * (spec 10).
 */
import { Schema, Struct } from "effect"
import { DocumentReference } from "../records/Document.ts"
import { InsuranceRecord } from "../records/insurance/InsuranceRecord.ts"
import { SensitiveCategory } from "../records/insurance/Sensitive.ts"
import { BankAccount } from "../records/wealth/BankAccount.ts"
import { Insurance } from "../records/wealth/Insurance.ts"
import { InvestmentAccount, SecuritiesAccount } from "../records/wealth/InvestmentAccount.ts"
import { Loan } from "../records/wealth/Loan.ts"
import { Pension } from "../records/wealth/Pension.ts"
import { PublicPension } from "../records/wealth/PublicPension.ts"
import { assignedQuality } from "../records/RecordQuality.ts"
import { SavingsAccount } from "../records/wealth/SavingsAccount.ts"
import { isBankAccount, WealthRecord } from "../records/wealth/WealthRecord.ts"
import * as Annotations from "../shared/Annotations.ts"

const added = ["idStable", ...Struct.keys(assignedQuality)] as const

const ReportedDocument = Schema.Struct({
  ...Struct.omit(DocumentReference.fields, ["idStable"]),
  documentId: Schema.NonEmptyString.pipe(
    Annotations.describe(
      "The connector's identifier for the document, the same in every collection. Sheaf fetches the document by " +
        "this identifier, and replaces the identifier."
    )
  )
}).annotate({
  ...Annotations.annotationsOf(DocumentReference),
  description: "A reference to a record's document. Sheaf fetches the document when the collection ends."
})

const reported = {
  id: Schema.NonEmptyString.pipe(Annotations.describe("Any text. Sheaf replaces the identifier.")),
  recordKey: Annotations.optional(
    Schema.NonEmptyString.check(Schema.isMaxLength(1024)),
    "The connector's reference to the contract: unique among the person's records of one product, and the same in " +
      "every collection. Sheaf derives the record's stable identifier from the reference, and never shows the " +
      "reference to clients. Default: insuranceNumber, accountId or productNumber."
  ),
  documents: Annotations.optional(Schema.Array(ReportedDocument), "The record's documents.")
}

export const ReportedInsurance = Schema.Struct({
  ...Struct.omit(InsuranceRecord.fields, [...added, "company", "companyDisplayName"]),
  ...reported,
  sensitive: Annotations.optional(
    SensitiveCategory,
    "The category of a kind that Sheaf does not know, if it is sensitive. Clients do not see it."
  )
}).annotate(Annotations.annotationsOf(InsuranceRecord))
export type ReportedInsurance = typeof ReportedInsurance.Type

export const ReportedWealth = Schema.Union([
  Schema.Struct({ ...Struct.omit(Pension.fields, added), ...reported }).annotate(Annotations.annotationsOf(Pension)),
  Schema.Struct({ ...Struct.omit(Insurance.fields, added), ...reported }).annotate(
    Annotations.annotationsOf(Insurance)
  ),
  Schema.Struct({ ...Struct.omit(InvestmentAccount.fields, added), ...reported }).annotate(
    Annotations.annotationsOf(InvestmentAccount)
  ),
  Schema.Struct({ ...Struct.omit(SecuritiesAccount.fields, added), ...reported }).annotate(
    Annotations.annotationsOf(SecuritiesAccount)
  ),
  Schema.Struct({ ...Struct.omit(PublicPension.fields, added), ...reported }).annotate(
    Annotations.annotationsOf(PublicPension)
  ),
  Schema.Struct({ ...Struct.omit(BankAccount.fields, added), ...reported }).annotate(
    Annotations.annotationsOf(BankAccount)
  ),
  Schema.Struct({ ...Struct.omit(Loan.fields, added), ...reported }).annotate(Annotations.annotationsOf(Loan)),
  Schema.Struct({ ...Struct.omit(SavingsAccount.fields, added), ...reported }).annotate(
    Annotations.annotationsOf(SavingsAccount)
  )
]).annotate(Annotations.annotationsOf(WealthRecord))
export type ReportedWealth = typeof ReportedWealth.Type

export const insuranceReference = ({ insurance, recordKey }: ReportedInsurance): string | undefined =>
  recordKey ?? insurance.insuranceNumber

export const wealthReference = (record: ReportedWealth): string | undefined =>
  record.recordKey ?? (isBankAccount(record) ? record.accountId : record.productNumber)
