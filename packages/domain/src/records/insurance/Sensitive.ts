/**
 * Special categories of personal data (Regulation (EU) 2016/679, article 9). They are collected only if the start
 * request names them and the operator allows the client to have them.
 */
import { Struct } from "effect"
import type { Completeness } from "../RecordQuality.ts"
import type { AnyInsurance, InsuranceRecord } from "./InsuranceRecord.ts"
import * as Annotations from "../../shared/Annotations.ts"

export const SensitiveCategory = Annotations.literals("A category of sensitive data.", {
  HEALTH: "Insurance for health, medical or dental care.",
  ILLNESS: "Insurance for illness or incapacity for work, and for a child.",
  INCOME: "Insurance for loss of income, and for payments.",
  CLAIMS: "Claims under any insurance, their number, and the years without one."
}).annotate({ identifier: "SensitiveCategory" })
export type SensitiveCategory = typeof SensitiveCategory.Type

const bySubType: Readonly<Record<string, SensitiveCategory>> = {
  health: "HEALTH",
  dental: "HEALTH",
  illness: "ILLNESS",
  child: "ILLNESS",
  income: "INCOME",
  paymentProtection: "INCOME"
}

const alternatives = (texts: string) => texts.trim().replaceAll(/\s+/gu, "|").replaceAll("_", " ?")

/**
 * Returns a pattern that matches any of `beginnings` at the start of a word, and any of `parts` anywhere in the text.
 */
const stems = (beginnings: string, parts: string) =>
  new RegExp(`(?<!\\p{L})(?:${alternatives(beginnings)})|${alternatives(parts)}`, "iu")

/**
 * Word stems that suggest data about health or income, in English and the markets' languages; the first match wins. An
 * underscore represents the space between two words.
 */
const words: ReadonlyArray<readonly [SensitiveCategory, RegExp]> = [
  [
    "HEALTH",
    stems(
      `hospital(?!ity) surg physio rehab optic pregnan matern mental nursing long_term_care wellness doctor
      tand(?!em) läkar medicin operation förlossning gravid
      ravi arst hamba hammas medits rased
      sveik gydy medic dant odont stomat nėšt
      vesel zob ārst medicī grūtn
      médic optique grossesse soins mutuelle(?!_(?:auto|moto|hab))`,
      "health medical medicare dental dentist vård häls tervis haiglaravi ravikindl santé dentaire"
    )
  ],
  [
    "ILLNESS",
    stems(
      `illness sick disease cancer disab critical incapacit dementia
      diagnos demens
      invalii puue puude vähi vähk
      lig[aoų](?!m) liginė susirg sirg nedarbing neįgal vėž onkolog
      slim saslim vēž darbnesp
      incapacité handicap dépendance arrêts?_de_travail`,
      "sjuk oförmåg invalid haigu haige töövõime saslimš nespēj maladie"
    )
  ],
  [
    "INCOME",
    stems(
      `salar earning wage unemploy redundan job_loss loss_of_job payment_protection
      arbetslös löne a.kass permitter uppsägning
      tööt palga
      pajam nedarb
      ienāk bezdarb darba_zaud
      revenu salaire prévoyance chômage pertes?_d.?_?emploi licenciement`,
      "income inkomst arbetslöshet sissetul"
    )
  ]
]

/** Matches a word for an animal and the word that follows it, as in "animal health". */
const ofAnimals = new RegExp(
  "(?<!\\p{L})(?:veterin|djur|hund|katt|häst|animal|pet|dog|cat|horse|lemmik|loom|gyvūn|dzīvniek)\\p{L}*(?:\\s+\\p{L}+)?",
  "giu"
)

const harmless = stems(
  `accident travel trip life death funeral burial liabil
  olycksf resa rese liv död begrav ansvar
  õnnetus reisi? elu surm matus vastutus
  nelaim kelion gyvyb mirt laidot
  nelaim ceļoj dzīvīb nāv bēr
  voyage vie décès obsèques responsab`,
  "olycksfall reskindl gruppliv livförs"
)

/**
 * Makes hidden words visible: separates the words of names such as `droneHealth`, removes invisible characters and
 * normalizes unusual ones.
 */
const separated = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .replace(/[\s_/-]+/gu, " ")

const inWords = (text: string): SensitiveCategory | undefined => {
  const human = text.replace(ofAnimals, " ")
  return words.find(([, pattern]) => pattern.test(human))?.[0]
}

interface Names {
  readonly type?: string | undefined
  readonly subType?: string | undefined
  readonly text: string
}

/**
 * Determines a policy's sensitive category by its subtype if that is known, otherwise by its names. Insurance for a
 * person counts as sensitive unless a name shows that it is not.
 */
export const sensitiveCategoryByName = ({ subType, text, type }: Names): SensitiveCategory | undefined => {
  if (type === "vehicleInsurance" || type === "houseContentInsurance" || type === "animalInsurance") return undefined
  const known = subType !== undefined && Object.hasOwn(bySubType, subType) ? bySubType[subType] : undefined
  if (known !== undefined) return known
  const all = separated([type, subType, text].join(" ").replace("personInsurance", ""))
  const isHarmless = type !== "personInsurance" || harmless.test(all)
  return inWords(all) ?? (isHarmless ? undefined : "HEALTH")
}

export const sensitiveCategoryOf = (insurance: AnyInsurance): SensitiveCategory | undefined => {
  const { companyCategory, insuranceName, insuranceSubType: subType, insuranceType: type } = insurance
  if (type !== "personInsurance" && type !== "generalInsurance") return undefined
  return subType === "other" || subType === "life"
    ? sensitiveCategoryByName({ type, subType, text: [companyCategory, insuranceName].join(" ") })
    : bySubType[subType]
}

interface Sensitive extends Pick<InsuranceRecord, "bonus" | "claims" | "completeness" | "insurance"> {
  readonly sensitive?: SensitiveCategory
}

/** Removes the CLAIMS group, because listing it as read or unread would suggest that the policy has claims. */
const withoutClaimsGroup = ({ read, unread }: Completeness): Completeness => ({
  read: read.filter((group) => group !== "CLAIMS"),
  ...(unread !== undefined && { unread: unread.filter((group) => group !== "CLAIMS") })
})

const withoutClaims = <A extends Sensitive>({ bonus, claims: _, completeness, insurance, ...rest }: A) => {
  const { claimFreeYears: __, ...otherBonus } = bonus ?? {}
  return {
    ...rest,
    insurance: insurance.insuranceType === "vehicleInsurance" ? Struct.omit(insurance, ["claims"]) : insurance,
    ...(Object.keys(otherBonus).length > 0 && { bonus: otherBonus }),
    ...(completeness !== undefined && { completeness: withoutClaimsGroup(completeness) })
  }
}

/** Returns the part of a record that the client may see, or `undefined` if it may see nothing. */
export const permittedPartOf = <A extends Sensitive>(record: A, allowed: ReadonlyArray<SensitiveCategory>) => {
  const isForbidden = (category: SensitiveCategory | undefined) => category !== undefined && !allowed.includes(category)
  if (isForbidden(sensitiveCategoryOf(record.insurance)) || isForbidden(record.sensitive)) return undefined
  return allowed.includes("CLAIMS") ? record : withoutClaims(record)
}
