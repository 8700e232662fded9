/** The accounts that a simulated bank holds, as data: the frame within which each person's are drawn (decisions 10, 16). */
import type { SupportedProducts } from "@sheaf/domain/Company"
import type { BankAccountType } from "@sheaf/domain/WealthType"
import type { Range } from "./InsuranceOffer.ts"

export interface BankAccountOffer {
  /** Tells the accounts of a bank apart. */
  readonly key: string
  readonly type: BankAccountType
  readonly accountName: string
  /** What is on it, in whole units of the market's currency; of a credit card, what is owed. */
  readonly balance: Range
  /** What a credit card can be used for, in whole units. */
  readonly creditLimit?: number
}

export interface BankOffer {
  /** What the numbers of its accounts begin with, in the form of the market. No real bank has it. */
  readonly bankCode: string
  /** With a 0 in its place for test systems (ISO 9362), so that it is nobody's. */
  readonly bic: string
  readonly reads: NonNullable<SupportedProducts["psd2Ais"]>
  /** How long a consent lasts at most, where the bank says so. */
  readonly maximumConsentValidityDays?: number
  readonly accounts: readonly [BankAccountOffer, ...ReadonlyArray<BankAccountOffer>]
}
