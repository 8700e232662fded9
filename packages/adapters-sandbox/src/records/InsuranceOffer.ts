/** What a simulated company insures, as data: the frame within which each person's insurance is drawn (decisions 10). */
import type { AnimalGender } from "@sheaf/domain/insurance/AnimalInsurance"
import type { VehicleCoverage } from "@sheaf/domain/insurance/VehicleInsurance"
import type { AddOn } from "@sheaf/domain/InsuranceRecord"
import type { AnimalSubType, HouseContentSubType, PersonSubType, VehicleSubType } from "@sheaf/domain/InsuranceType"
import type { PaymentFrequency } from "@sheaf/domain/PaymentFrequency"

/** From the first to the second, both included. Amounts are in whole units of the market's currency. */
export type Range = readonly [minimum: number, maximum: number]

interface OfferFacts {
  /** Tells the offers of a company apart. */
  readonly key: string
  readonly insuranceName: string
  readonly yearlyPremium: Range
  /** How often the company lets people pay. */
  readonly paymentFrequencies: ReadonlyArray<PaymentFrequency>
  readonly addons: ReadonlyArray<AddOn>
  /** What the person pays of a claim, by event: one of the amounts. */
  readonly deductibles: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly amounts: ReadonlyArray<number>
  }>
  /** Who the policyholder is. Nothing: the person who collects, and the company says so. */
  readonly holder?: "PARTNER" | "NOT_TOLD"
  /** Whether the insurance letter can be had. */
  readonly letter?: true
}

export interface VehicleOffer extends OfferFacts {
  readonly insuranceType: "vehicleInsurance"
  readonly subTypes: ReadonlyArray<VehicleSubType>
  /** For cars, with what the market calls them. */
  readonly coverages?: ReadonlyArray<VehicleCoverage>
}

export interface HouseContentOffer extends OfferFacts {
  readonly insuranceType: "houseContentInsurance"
  readonly subTypes: ReadonlyArray<HouseContentSubType>
  readonly movables: ReadonlyArray<number>
  /** What may be insured beside the dwelling; only France tells. */
  readonly amenities?: ReadonlyArray<string>
}

export interface Animals {
  readonly subType: AnimalSubType
  readonly breeds: ReadonlyArray<string>
  readonly names: Readonly<Record<AnimalGender, ReadonlyArray<string>>>
}

export interface AnimalOffer extends OfferFacts {
  readonly insuranceType: "animalInsurance"
  readonly animals: ReadonlyArray<Animals>
  readonly veterinaryCare: ReadonlyArray<number>
}

export interface PersonOffer extends OfferFacts {
  readonly insuranceType: "personInsurance"
  readonly subTypes: ReadonlyArray<PersonSubType>
  readonly insured: "SELF" | "CHILD"
  readonly insuredAmounts: ReadonlyArray<{ readonly name: string; readonly amounts: ReadonlyArray<number> }>
}

export type InsuranceOffer = VehicleOffer | HouseContentOffer | AnimalOffer | PersonOffer
