/** The simulated companies that hold accounts and nothing else, one in every market. Klarvik Bank is in Sweden.ts. */
import type { BankAccountOffer, BankOffer } from "../records/BankOffer.ts"
import type { Company } from "./Company.ts"
import { swedish, withoutPersonalNumber } from "./Methods.ts"

type Range = BankAccountOffer["balance"]

const checking = (key: string, accountName: string, balance: Range): BankAccountOffer => ({
  key,
  type: "PSD2_CHECKING_ACCOUNT",
  accountName,
  balance
})
const savings = (key: string, accountName: string, balance: Range): BankAccountOffer => ({
  key,
  type: "PSD2_SAVINGS_ACCOUNT",
  accountName,
  balance
})
const creditCard = (key: string, accountName: string, balance: Range, creditLimit: number): BankAccountOffer => ({
  key,
  type: "PSD2_CREDIT_CARD",
  accountName,
  balance,
  creditLimit
})

const everything = { balances: true, transactions: true }

/** The accounts of Klarvik Bank, which manages pensions and investments too. */
export const klarvikBank: BankOffer = {
  bankCode: "989",
  bic: "KLVKSES0",
  reads: everything,
  maximumConsentValidityDays: 90,
  accounts: [
    checking("lonekonto", "Lönekonto", [4_000, 90_000]),
    savings("sparkonto", "Sparkonto Plus", [500, 350_000])
  ]
}

export const fjallbanken: Company = {
  id: "se-fjallbanken",
  displayName: "Fjällbanken",
  market: "se",
  status: "OPERATIONAL",
  loginMethods: ["USERNAME_AND_PASSWORD", "EMAIL", ...swedish],
  numberPrefix: "FB",
  insurance: [],
  wealth: [],
  bank: {
    bankCode: "987",
    bic: "FJLBSES0",
    reads: everything,
    accounts: [
      checking("privatkonto", "Privatkonto", [2_000, 60_000]),
      checking("hushallskonto", "Hushållskonto", [500, 25_000]),
      savings("sparkonto", "Sparkonto", [1_000, 400_000]),
      creditCard("kreditkort", "Kreditkort", [300, 18_000], 40_000)
    ]
  }
}

export const tuulepank: Company = {
  id: "ee-tuulepank",
  displayName: "Tuulepank",
  market: "ee",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "TP",
  insurance: [],
  wealth: [],
  bank: {
    bankCode: "98",
    bic: "TUUPEE20",
    reads: everything,
    maximumConsentValidityDays: 90,
    accounts: [
      checking("arvelduskonto", "Arvelduskonto", [150, 6_000]),
      savings("hoiukonto", "Kogumishoius", [200, 30_000]),
      creditCard("krediitkaart", "Krediitkaart", [20, 900], 2_000)
    ]
  }
}

export const zuvedra: Company = {
  id: "lt-zuvedra",
  displayName: "Žuvėdros bankas",
  market: "lt",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "ZB",
  insurance: [],
  wealth: [],
  bank: {
    bankCode: "98765",
    bic: "ZUVELT20",
    reads: everything,
    accounts: [
      checking("einamoji", "Einamoji sąskaita", [120, 5_000]),
      savings("taupomoji", "Taupomoji sąskaita", [100, 22_000]),
      creditCard("kredito-kortele", "Kredito kortelė", [20, 800], 1_500)
    ]
  }
}

/** Tells balances, but no transactions. */
export const ozolbanka: Company = {
  id: "lv-ozolbanka",
  displayName: "Ozolbanka",
  market: "lv",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "OB",
  insurance: [],
  wealth: [],
  bank: {
    bankCode: "OZBK",
    bic: "OZBKLV20",
    reads: { balances: true, transactions: false },
    maximumConsentValidityDays: 30,
    accounts: [checking("norekinu", "Norēķinu konts", [120, 5_000]), savings("krajkonts", "Krājkonts", [100, 18_000])]
  }
}

export const falaise: Company = {
  id: "fr-falaise",
  displayName: "Banque de la Falaise",
  market: "fr",
  status: "OPERATIONAL",
  loginMethods: withoutPersonalNumber,
  numberPrefix: "BF",
  insurance: [],
  wealth: [],
  bank: {
    bankCode: "98765",
    bic: "FALAFRP0",
    reads: everything,
    maximumConsentValidityDays: 90,
    accounts: [
      checking("compte-courant", "Compte courant", [200, 7_000]),
      savings("livret", "Livret d'épargne", [300, 22_000]),
      creditCard("carte", "Carte à débit différé", [50, 1_200], 3_000)
    ]
  }
}
