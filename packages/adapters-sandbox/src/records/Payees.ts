/** Who pays and is paid in the transactions of a market, and with which words. All are invented. */
import type { Market } from "@sheaf/domain/Market"

export interface Payees {
  readonly shops: ReadonlyArray<string>
  readonly employers: ReadonlyArray<string>
  readonly landlords: ReadonlyArray<string>
  /** What stands beside a payment. */
  readonly words: Readonly<Record<"salary" | "rent" | "transfer" | "interest" | "cardBill", string>>
}

export const payees: Readonly<Record<Market, Payees>> = {
  se: {
    shops: ["Kvarterets Bokhandel", "Matboden Söder", "Café Lingon", "Lokaltåget", "Norrsken Bio", "Hörnans Apotek"],
    employers: ["Vintergatan Konsult AB", "Älvdalens Verkstad AB", "Region Mälarby"],
    landlords: ["Brf Solrosen", "Hyresbostäder i Aspnäs"],
    words: { salary: "Lön", rent: "Hyra", transfer: "Överföring", interest: "Ränta", cardBill: "Kortfaktura" }
  },
  ee: {
    shops: ["Nurgapood", "Kohvik Pihlakas", "Linnarong", "Raamatukoda", "Sügise Apteek", "Kino Koit"],
    employers: ["Kiviõli Tarkvara OÜ", "Merekaldal AS"],
    landlords: ["KÜ Kastani 4", "Üürikodud OÜ"],
    words: { salary: "Palk", rent: "Üür", transfer: "Ülekanne", interest: "Intress", cardBill: "Kaardi arve" }
  },
  lt: {
    shops: ["Kampinė krautuvė", "Kavinė Spanguolė", "Miesto traukiniai", "Knygų skrynia", "Vaistinė Ramunėlė"],
    employers: ["UAB Šiaurės kodas", "AB Baltasis bokštas"],
    landlords: ["DNSB Liepos 12", "UAB Nuomos namai"],
    words: {
      salary: "Atlyginimas",
      rent: "Nuoma",
      transfer: "Pervedimas",
      interest: "Palūkanos",
      cardBill: "Kortelės sąskaita"
    }
  },
  lv: {
    shops: ["Stūra veikals", "Kafejnīca Dzērvene", "Pilsētas vilciens", "Grāmatu lāde", "Aptieka Kumelīte"],
    employers: ["SIA Ziemeļu kods", "AS Baltais tornis"],
    landlords: ["DzĪB Kastaņi", "SIA Īres nami"],
    words: { salary: "Alga", rent: "Īre", transfer: "Pārskaitījums", interest: "Procenti", cardBill: "Kartes rēķins" }
  },
  fr: {
    shops: ["Épicerie du Coin", "Café des Halles", "Librairie Plume", "Trains du Littoral", "Pharmacie du Port"],
    employers: ["Atelier Numérique SARL", "Chantiers de l'Anse SA"],
    landlords: ["Agence des Remparts", "Foncière du Marais"],
    words: {
      salary: "Salaire",
      rent: "Loyer",
      transfer: "Virement",
      interest: "Intérêts",
      cardBill: "Relevé de carte"
    }
  }
}
