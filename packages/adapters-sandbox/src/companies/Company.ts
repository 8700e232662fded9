/** A simulated company, as data. Its name, products and people are invented. */
import type { CompanyId, CompanyStatus } from "@sheaf/domain/Company"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Market } from "@sheaf/domain/Market"
import type { BankOffer } from "../records/BankOffer.ts"
import type { InsuranceOffer } from "../records/InsuranceOffer.ts"
import type { WealthOffer } from "../records/WealthOffer.ts"

export interface Company {
  readonly id: CompanyId
  readonly displayName: string
  readonly market: Market
  readonly status: CompanyStatus
  readonly statusMessage?: string
  readonly loginMethods: ReadonlyArray<LoginMethod>
  /** What the numbers of its contracts begin with. */
  readonly numberPrefix: string
  /** The insurer's name, where it is not the company's. */
  readonly insurerName?: string
  /** None: it does not offer the product INSURANCE. */
  readonly insurance: ReadonlyArray<InsuranceOffer>
  /** None: it does not offer the product WEALTH. */
  readonly wealth: ReadonlyArray<WealthOffer>
  /** None: it does not offer the product PSD2_AIS. */
  readonly bank?: BankOffer
}
