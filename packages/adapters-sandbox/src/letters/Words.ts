/** The words of letters, in the language of each market. */
import type { Market } from "@sheaf/domain/Market"

export interface Words {
  /** Decides how figures and days are written. */
  readonly locale: string
  readonly policy: {
    readonly title: string
    readonly product: string
    readonly number: string
    readonly holder: string
    readonly object: string
    readonly period: string
    readonly premium: string
    readonly discount: string
    readonly addon: string
    readonly deductible: string
  }
  readonly statement: {
    readonly title: string
    readonly product: string
    readonly number: string
    readonly value: string
    readonly deposits: string
    readonly performance: string
    readonly fixedFee: string
    readonly variableFee: string
    readonly feesLastYear: string
  }
  readonly asOf: string
  readonly invented: string
}

const sv: Words = {
  locale: "sv-SE",
  policy: {
    title: "Försäkringsbrev",
    product: "Försäkring",
    number: "Försäkringsnummer",
    holder: "Försäkringstagare",
    object: "Försäkrat objekt",
    period: "Försäkringstid",
    premium: "Årspremie",
    discount: "Rabatt",
    addon: "Tillägg",
    deductible: "Självrisk"
  },
  statement: {
    title: "Värdebesked",
    product: "Produkt",
    number: "Avtalsnummer",
    value: "Värde",
    deposits: "Inbetalt",
    performance: "Utveckling sedan start",
    fixedFee: "Fast avgift per år",
    variableFee: "Avgift av värdet",
    feesLastYear: "Betalda avgifter 2025"
  },
  asOf: "Uppgifterna gäller den",
  invented: "Ett dokument ur Sheafs sandlåda: bolaget och personen är påhittade."
}

const et: Words = {
  locale: "et-EE",
  policy: {
    title: "Kindlustuspoliis",
    product: "Kindlustus",
    number: "Poliisi number",
    holder: "Kindlustusvõtja",
    object: "Kindlustusobjekt",
    period: "Kindlustusperiood",
    premium: "Aastamakse",
    discount: "Soodustus",
    addon: "Lisakaitse",
    deductible: "Omavastutus"
  },
  statement: {
    title: "Väärtuse väljavõte",
    product: "Toode",
    number: "Lepingu number",
    value: "Väärtus",
    deposits: "Sissemaksed",
    performance: "Tootlus algusest",
    fixedFee: "Püsitasu aastas",
    variableFee: "Tasu väärtusest",
    feesLastYear: "Tasutud 2025. aastal"
  },
  asOf: "Andmed seisuga",
  invented: "Dokument Sheafi liivakastist: ettevõte ja isik on väljamõeldud."
}

const lt: Words = {
  locale: "lt-LT",
  policy: {
    title: "Draudimo polisas",
    product: "Draudimas",
    number: "Poliso numeris",
    holder: "Draudėjas",
    object: "Draudimo objektas",
    period: "Draudimo laikotarpis",
    premium: "Metinė įmoka",
    discount: "Nuolaida",
    addon: "Papildoma apsauga",
    deductible: "Išskaita"
  },
  statement: {
    title: "Vertės išrašas",
    product: "Produktas",
    number: "Sutarties numeris",
    value: "Vertė",
    deposits: "Įmokėta",
    performance: "Pokytis nuo pradžios",
    fixedFee: "Fiksuotas metinis mokestis",
    variableFee: "Mokestis nuo vertės",
    feesLastYear: "Sumokėta 2025 m."
  },
  asOf: "Duomenys",
  invented: "Sheaf smėlio dėžės dokumentas: įmonė ir asmuo išgalvoti."
}

const lv: Words = {
  locale: "lv-LV",
  policy: {
    title: "Apdrošināšanas polise",
    product: "Apdrošināšana",
    number: "Polises numurs",
    holder: "Apdrošinājuma ņēmējs",
    object: "Apdrošinātais objekts",
    period: "Apdrošināšanas periods",
    premium: "Gada prēmija",
    discount: "Atlaide",
    addon: "Papildu aizsardzība",
    deductible: "Pašrisks"
  },
  statement: {
    title: "Vērtības izraksts",
    product: "Produkts",
    number: "Līguma numurs",
    value: "Vērtība",
    deposits: "Iemaksāts",
    performance: "Izmaiņas kopš sākuma",
    fixedFee: "Fiksēta gada maksa",
    variableFee: "Maksa no vērtības",
    feesLastYear: "Samaksāts 2025. gadā"
  },
  asOf: "Dati uz",
  invented: "Sheaf smilšu kastes dokuments: uzņēmums un persona ir izdomāti."
}

const fr: Words = {
  locale: "fr-FR",
  policy: {
    title: "Conditions particulières",
    product: "Assurance",
    number: "Numéro de contrat",
    holder: "Souscripteur",
    object: "Objet assuré",
    period: "Période",
    premium: "Cotisation annuelle",
    discount: "Réduction",
    addon: "Garantie complémentaire",
    deductible: "Franchise"
  },
  statement: {
    title: "Relevé de situation",
    product: "Produit",
    number: "Numéro de contrat",
    value: "Valeur",
    deposits: "Versements",
    performance: "Évolution depuis l'origine",
    fixedFee: "Frais fixes par an",
    variableFee: "Frais sur la valeur",
    feesLastYear: "Frais payés en 2025"
  },
  asOf: "Situation au",
  invented: "Un document du bac à sable de Sheaf : l'entreprise et la personne sont inventées."
}

export const wordsOf: Readonly<Record<Market, Words>> = { se: sv, ee: et, lt, lv, fr }
