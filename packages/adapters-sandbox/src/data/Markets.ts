/**
 * Each market's data from `<market>/market.json`: fictional names, places, prices and securities, and the wording for
 * people, records and documents (spec 10, 12).
 */
import { VehicleSubType } from "@sheaf/domain/InsuranceType"
import type { Market } from "@sheaf/domain/Market"
import { Currency } from "@sheaf/domain/MonetaryAmount"
import { HoldingType } from "@sheaf/domain/wealth/Holding"
import { Schema } from "effect"
import * as DataFile from "./DataFile.ts"
import ee from "./ee/market.json" with { type: "json" }
import fr from "./fr/market.json" with { type: "json" }
import lt from "./lt/market.json" with { type: "json" }
import lv from "./lv/market.json" with { type: "json" }
import se from "./se/market.json" with { type: "json" }
import vehicleModels from "./vehicles.json" with { type: "json" }

const Texts = Schema.Array(Schema.String)

const words = <const Keys extends ReadonlyArray<string>>(...keys: Keys) =>
  Schema.Record(Schema.Literals(keys), Schema.String)

const bySex = <S extends Schema.Constraint>(schema: S) => Schema.Struct({ FEMALE: schema, MALE: schema })

/** A fictional security. Its ISIN has a valid check digit but was never issued. */
const Security = Schema.Struct({
  name: Schema.String,
  isin: Schema.optionalKey(Schema.String),
  type: HoldingType,
  /** The price of one unit, in minor units of the market's currency. */
  price: Schema.Finite,
  marketIdentifierCode: Schema.optionalKey(Schema.String),
  feeVariable: Schema.optionalKey(Schema.Finite)
})
export type Security = typeof Security.Type

const Letters = Schema.Struct({
  locale: Schema.String,
  policy: words(
    "title",
    "product",
    "number",
    "holder",
    "object",
    "period",
    "premium",
    "discount",
    "addon",
    "deductible"
  ),
  statement: words(
    "title",
    "product",
    "number",
    "value",
    "deposits",
    "performance",
    "fixedFee",
    "variableFee",
    "feesLastYear"
  ),
  asOf: Schema.String,
  invented: Schema.String
})

export const MarketProfile = Schema.Struct({
  currency: Currency,
  /** The market's price level relative to prices in euros. */
  priceLevel: Schema.Finite,
  /** Possible annual fixed fees of wealth products, in whole units of the currency. */
  fixedFees: Schema.Array(Schema.Finite),
  givenNames: bySex(Texts),
  /** In some languages, family names depend on the person's sex. */
  familyNames: Schema.Array(Schema.Union([Schema.String, bySex(Schema.String)])),
  streets: Texts,
  /** A pattern for a street and house number. `{street}` stands for the street's name. */
  streetAddress: Schema.String,
  towns: Schema.Array(Schema.Struct({ postalCode: Schema.String, city: Schema.String })),
  /**
   * A pattern for phone numbers in the range that the regulator reserves for fiction: 070-174 06 05 to 06 99 in Sweden,
   * 06 39 98 00 00 to 99 99 in France. Absent in markets without such a range; people there have no phone numbers.
   */
  phoneNumber: Schema.optionalKey(Schema.String),
  registrationNo: Schema.String,
  accountNumber: Schema.String,
  payees: Schema.Struct({ shops: Texts, employers: Texts, landlords: Texts }),
  paymentTexts: words("salary", "rent", "transfer", "interest", "cardBill"),
  letters: Letters,
  /** Securities by group name. Products refer to these groups. */
  securities: Schema.Record(Schema.String, Schema.Array(Security))
})
export type MarketProfile = typeof MarketProfile.Type

export const marketProfiles: Readonly<Record<Market, MarketProfile>> = {
  se: DataFile.read(MarketProfile, se),
  ee: DataFile.read(MarketProfile, ee),
  lt: DataFile.read(MarketProfile, lt),
  lv: DataFile.read(MarketProfile, lv),
  fr: DataFile.read(MarketProfile, fr)
}

export const VehicleModels = Schema.Record(VehicleSubType, Schema.Record(Schema.String, Texts))

export const vehicleModelsByBrand = DataFile.read(VehicleModels, vehicleModels)
