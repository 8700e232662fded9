/** The records of a wealth collection: pensions, investments, loans, savings and bank accounts (spec 4, 10). */
import { Schema } from "effect"
import { BankAccount } from "./BankAccount.ts"
import { SavingsAccount } from "./SavingsAccount.ts"
import { Insurance } from "./Insurance.ts"
import { InvestmentAccount, SecuritiesAccount } from "./InvestmentAccount.ts"
import { InvestmentTransaction } from "./InvestmentTransaction.ts"
import { Loan } from "./Loan.ts"
import { Pension } from "./Pension.ts"
import { PublicPension } from "./PublicPension.ts"
import { Transaction } from "./Transaction.ts"
import {
  BankAccountType,
  InsuranceSavingsType,
  InvestmentAccountType,
  PensionType,
  SecuritiesAccountType
} from "../WealthType.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const WealthRecord = Schema.Union([
  Pension,
  Insurance,
  InvestmentAccount,
  SecuritiesAccount,
  PublicPension,
  BankAccount,
  Loan,
  SavingsAccount
]).pipe(
  Annotations.annotate(
    "WealthRecord",
    "A pension, investment, loan, savings or bank account. A member is absent if its value is unknown."
  )
)
export type WealthRecord = typeof WealthRecord.Type

export const AnyTransaction = Schema.Union([Transaction, InvestmentTransaction])
export type AnyTransaction = typeof AnyTransaction.Type

/** Returns a record's transactions, or `undefined` if they are unknown or this kind of record has none. */
export const transactionsOf = ({
  transactions
}: Pick<WealthRecord, "id"> & { readonly transactions?: ReadonlyArray<AnyTransaction> }) => transactions

const bankAccountTypes: ReadonlyArray<string> = BankAccountType.literals

/** Only bank accounts require a PSD2 consent. */
export const isBankAccount = (record: WealthRecord): record is BankAccount => bankAccountTypes.includes(record.type)

const insuranceTypes: ReadonlyArray<string> = [...PensionType.literals, ...InsuranceSavingsType.literals]

const investmentTypes: ReadonlyArray<string> = [...InvestmentAccountType.literals, ...SecuritiesAccountType.literals]

export const isInvestment = (record: WealthRecord): record is InvestmentAccount | SecuritiesAccount =>
  investmentTypes.includes(record.type)

/** Only pensions and French insurance contracts can name an insured person. */
export const hasInsuredPerson = (record: WealthRecord): record is Pension | Insurance =>
  insuranceTypes.includes(record.type)
