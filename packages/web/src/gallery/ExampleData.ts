/** Example data for the gallery. The names are as long as those of real companies. */
import type { Company, LoginMethod } from "../connect/models/Models.ts"

const method = (loginMethod: LoginMethod["loginMethod"], more: Partial<LoginMethod>): LoginMethod => ({
  loginMethod,
  scheme: "swedish-eid",
  fields: ["personalNumber"],
  electronicId: false,
  sameDevice: false,
  otherDevice: false,
  controlNumber: false,
  page: false,
  ...more
})

export const methods: ReadonlyArray<LoginMethod> = [
  method("USERNAME_AND_PASSWORD", { scheme: "password", fields: ["username", "password"] }),
  method("SWEDISH_MOBILE_EID_SAME_DEVICE", { electronicId: true, sameDevice: true }),
  method("SWEDISH_MOBILE_EID_OTHER_DEVICE", { electronicId: true, otherDevice: true }),
  method("SWEDISH_SECURITY_TOKEN", {}),
  method("EMAIL", { scheme: "email", fields: ["email"] }),
  method("PDF_UPLOAD", { scheme: "pdf-upload", fields: ["file"] })
]

export const balticMethods: ReadonlyArray<LoginMethod> = [
  method("SMART_ID", {
    scheme: "smart-id",
    fields: ["personalCode", "country"],
    electronicId: true,
    controlNumber: true
  }),
  method("MOBILE_ID", {
    scheme: "mobile-id",
    fields: ["personalCode", "phoneNumber"],
    electronicId: true,
    controlNumber: true
  }),
  method("EPARAKSTS_MOBILE", { scheme: "eparaksts", fields: [], electronicId: true, page: true }),
  method("REDIRECT", { scheme: "redirect", fields: [], page: true })
]

/** Test variants of a method. A session can offer them without the method itself. */
export const testMethods: ReadonlyArray<LoginMethod> = [
  method("SWEDISH_MOBILE_EID_ANY_DEVICE_TEST", { electronicId: true, sameDevice: true, otherDevice: true }),
  method("SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK", { electronicId: true, sameDevice: true, otherDevice: true })
]

const company = (
  name: string,
  market: Company["market"],
  id: string,
  { status = "OPERATIONAL", directory }: Partial<Pick<Company, "directory" | "status">> = {}
): Company => ({
  company: id,
  companyDisplayName: name,
  market,
  ...(directory && { directory }),
  functional: status === "OPERATIONAL" || status === "DEGRADED",
  status,
  products: ["INSURANCE", "WEALTH"],
  loginMethods: methods
})

export const companies: ReadonlyArray<Company> = [
  company("Nordhem Försäkring", "se", "se-nordhem", { directory: { logoUrl: "/logos/house.svg" } }),
  company("Fjällbanken", "se", "se-fjallbanken", { directory: { logoUrl: "/logos/mountains.svg" } }),
  company("Sjöhamnens Ömsesidiga Pensions- och Livförsäkringsaktiebolag", "se", "se-sjohamnen", { status: "DEGRADED" }),
  company("Põhjala Kindlustus", "ee", "ee-pohjala", { directory: { color: "#ffd166" } }),
  company("Assurance du Vieux Port", "fr", "fr-vieux-port"),
  company("Granlid Liv", "se", "se-granlid", { status: "MAINTENANCE" })
]
