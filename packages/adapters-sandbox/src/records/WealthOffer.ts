/** What a simulated company manages, as data: the frame within which each person's wealth is drawn (decisions 10). */
import type { BenefitType, Beneficiary, Movability, PensionClassification } from "@sheaf/domain/wealth/PensionFields"
import type {
  InsuranceSavingsType,
  InvestmentAccountType,
  PensionType,
  PublicPensionType,
  SecuritiesAccountType
} from "@sheaf/domain/WealthType"
import type { Range } from "./InsuranceOffer.ts"
import type { Security } from "./Securities.ts"

interface OfferFacts {
  /** Tells the offers of a company apart. */
  readonly key: string
  readonly productName: string
  /** What it is worth, in whole units of the market's currency. */
  readonly value: Range
  /** Whether the company tells this person's fees, those of its price list, or none (spec 2.8). */
  readonly fees: "PERSONALIZED" | "GENERIC" | "NONE"
  /** Whether the annual statement can be had. */
  readonly letter?: true
}

export interface PensionOffer extends OfferFacts {
  readonly kind: "PENSION"
  readonly type: PensionType | InsuranceSavingsType
  /**
   * Whose pension it is, and what the company tells of that (spec 2.6): it says that it is the person's own, or another's;
   * or only names the insured person; or tells nothing.
   */
  readonly insured: "SELF" | "OTHER" | "NAMED" | "NOT_TOLD"
  readonly benefitType: BenefitType
  readonly classification?: PensionClassification
  /** How it is paid out: between ages, from a day on for life, or already now. */
  readonly payout: "BETWEEN_AGES" | "LIFELONG" | "RUNNING"
  /** What it is invested in, where the person chooses. */
  readonly securities?: ReadonlyArray<Security>
  readonly beneficiaries?: ReadonlyArray<Beneficiary>
  readonly movability?: Movability
}

export interface AccountOffer extends OfferFacts {
  readonly kind: "ACCOUNT"
  readonly type: InvestmentAccountType | SecuritiesAccountType
  readonly securities: ReadonlyArray<Security>
  /** Whether the person is its only owner, where that is known. */
  readonly exclusive?: boolean
  readonly monthlySavings?: ReadonlyArray<number>
  readonly interestRate?: number
}

export interface PublicPensionOffer extends OfferFacts {
  readonly kind: "PUBLIC_PENSION"
  readonly type: PublicPensionType
}

export type WealthOffer = PensionOffer | AccountOffer | PublicPensionOffer
