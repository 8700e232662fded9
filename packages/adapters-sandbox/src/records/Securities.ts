/** Invented securities. Their ISINs have valid check digits, and are of nobody: no agency numbers like this. */
import type { HoldingType } from "@sheaf/domain/wealth/Holding"
import { isin } from "./Isin.ts"

export interface Security {
  readonly name: string
  readonly isin?: string
  readonly type: HoldingType
  /** The price of one unit, in minor units of the market's currency. */
  readonly price: number
  readonly feeVariable?: number
  readonly marketIdentifierCode?: string
}

const fund = (country: string, number: number, name: string, price: number, feeVariable: number): Security => ({
  name,
  isin: isin(country, `0SHEAF${String(number).padStart(3, "0")}`),
  type: "FUND",
  price,
  feeVariable
})

const traded = (
  country: string,
  number: number,
  name: string,
  type: "EQUITY" | "ETF",
  price: number,
  marketIdentifierCode: string
): Security => ({
  name,
  isin: isin(country, `0SHEAF${String(number).padStart(3, "0")}`),
  type,
  price,
  marketIdentifierCode,
  ...(type === "ETF" && { feeVariable: 0.002 })
})

export const swedishFunds: ReadonlyArray<Security> = [
  fund("SE", 1, "Norrsken Global Index", 28_455, 0.0025),
  fund("SE", 2, "Norrsken Sverige", 41_210, 0.0095),
  fund("SE", 3, "Klarvik Räntefond Kort", 11_872, 0.0015),
  fund("SE", 4, "Klarvik Tillväxtmarknad", 19_304, 0.0142),
  fund("SE", 5, "Nordhem Generation 80-tal", 22_618, 0.0031),
  fund("SE", 6, "Fjällvind Småbolag", 63_090, 0.0135)
]

export const swedishShares: ReadonlyArray<Security> = [
  traded("SE", 21, "Älvdalens Verkstäder B", "EQUITY", 18_420, "XSTO"),
  traded("SE", 22, "Skärgårdsrederiet", "EQUITY", 7_255, "XSTO"),
  traded("SE", 23, "Bergslagen Kraft A", "EQUITY", 31_160, "XSTO"),
  traded("SE", 24, "Norrsken Norden ETF", "ETF", 24_880, "XSTO")
]

export const estonianFunds: ReadonlyArray<Security> = [
  fund("EE", 1, "Kadaka Aktsiafond", 1_842, 0.0092),
  fund("EE", 2, "Kadaka Võlakirjad", 1_127, 0.0049),
  fund("EE", 3, "Rannaliiv Maailma Indeks", 2_264, 0.0034)
]

export const lithuanianFunds: ReadonlyArray<Security> = [
  fund("LT", 1, "Kopų Pasaulio Akcijos", 2_318, 0.0065),
  fund("LT", 2, "Kopų Obligacijos", 1_064, 0.0042),
  fund("LT", 3, "Rasos Subalansuotas", 1_533, 0.0058)
]

export const latvianFunds: ReadonlyArray<Security> = [
  fund("LV", 1, "Kāpu Globālais Indekss", 1_975, 0.0038),
  fund("LV", 2, "Kāpu Obligācijas", 1_209, 0.0045),
  fund("LV", 3, "Priedes Sabalansētais", 1_418, 0.0061)
]

/** A French insurer's own fund has no ISIN. */
const eurosFund: Security = { name: "Fonds en euros Rivage", type: "UNKNOWN", price: 100 }

export const frenchFunds: ReadonlyArray<Security> = [
  eurosFund,
  fund("FR", 1, "Rivage Actions Monde", 16_240, 0.0185),
  fund("FR", 2, "Rivage Obligations Euro", 10_485, 0.0078),
  fund("FR", 3, "Clairval Équilibre", 13_730, 0.0149),
  fund("FR", 4, "Clairval Immobilier", 20_115, 0.016)
]

export const frenchShares: ReadonlyArray<Security> = [
  traded("FR", 21, "Ateliers du Golfe", "EQUITY", 8_464, "XPAR"),
  traded("FR", 22, "Verreries de l'Oise", "EQUITY", 14_238, "XPAR"),
  traded("FR", 23, "Compagnie des Phares", "EQUITY", 3_917, "XPAR"),
  traded("FR", 24, "Rivage Europe ETF", "ETF", 5_602, "XPAR")
]
