/** The simulated companies of Sweden. */
import { klarvikBank } from "./Banks.ts"
import type { Company } from "./Company.ts"
import { swedish } from "./Methods.ts"
import { granskogInsurance, nordhemInsurance } from "./SwedishInsurances.ts"
import { klarvikWealth, nordhemWealth, statspensionWealth } from "./SwedishWealth.ts"

export const nordhem: Company = {
  id: "se-nordhem",
  displayName: "Nordhem",
  insurerName: "Nordhem Försäkring",
  market: "se",
  status: "OPERATIONAL",
  loginMethods: ["USERNAME_AND_PASSWORD", "EMAIL", ...swedish],
  numberPrefix: "NH",
  insurance: nordhemInsurance,
  wealth: nordhemWealth
}

export const granskog: Company = {
  id: "se-granskog",
  displayName: "Granskog",
  insurerName: "Granskog Sakförsäkring",
  market: "se",
  status: "OPERATIONAL",
  loginMethods: ["USERNAME_AND_PASSWORD", ...swedish],
  numberPrefix: "GS",
  insurance: granskogInsurance,
  wealth: []
}

export const klarvik: Company = {
  id: "se-klarvik",
  displayName: "Klarvik Bank",
  market: "se",
  status: "OPERATIONAL",
  loginMethods: ["USERNAME_AND_PASSWORD", "EMAIL", ...swedish],
  numberPrefix: "KV",
  insurance: [],
  wealth: klarvikWealth,
  bank: klarvikBank
}

export const statspension: Company = {
  id: "se-statspension",
  displayName: "Statspension",
  market: "se",
  status: "OPERATIONAL",
  loginMethods: swedish,
  numberPrefix: "SP",
  insurance: [],
  wealth: statspensionWealth
}

/** Closed for maintenance; what it would offer is what Nordhem does. */
export const tallmo: Company = {
  ...nordhem,
  id: "se-tallmo",
  displayName: "Tallmo",
  insurerName: "Tallmo Försäkring",
  numberPrefix: "TM",
  status: "MAINTENANCE",
  statusMessage: "Closed for planned maintenance."
}
