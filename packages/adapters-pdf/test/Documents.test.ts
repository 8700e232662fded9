/** Tests the outcome for each document in `fixtures` and for damaged documents. */
import { assert, describe, it } from "@effect/vitest"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { Effect } from "effect"
import { readdirSync } from "node:fs"
import { UploadOutcome } from "../src/index.ts"
import { directReader } from "./DirectReader.ts"
import { readRequestOf, bytesOf } from "./Fixture.ts"

const eur = (amount: number) => ({ amount, currency: "EUR" })

const estonianMotor: InsuranceRecord = {
  id: "1",
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "ee",
    insuranceCompany: "Rannakindlustus",
    insuranceName: "Kaskokindlustus",
    insuranceNumber: "RK-2026-0048153",
    startDate: "2026-02-01",
    endDate: "2027-01-31",
    premium: { amount: eur(1148.4), paymentFrequency: 4, period: "YEAR" },
    discountAmount: eur(64.6),
    holder: {
      name: "Kadri Mägi",
      dateOfBirth: "1987-09-17",
      streetAddress: "Õismäe tee 22-48",
      postalCode: "13512",
      city: "Tallinn",
      email: "kadri.magi@example.ee",
      phoneNumber: "+372 5555 0148"
    },
    brand: "Škoda",
    model: "Octavia Combi",
    registrationNo: "482 KMT",
    coverage: "CASCO",
    maxMileage: 20_000,
    usedForWork: false
  },
  addons: [
    { addOnId: "autoabi", addOnName: "Autoabi" },
    { addOnId: "asendusauto", addOnName: "Asendusauto" }
  ],
  deductibles: [
    { deductibleId: "avarii", deductibleName: "Avarii", deductibleAmount: eur(200) },
    { deductibleId: "klaasikahju", deductibleName: "Klaasikahju", deductibleAmount: eur(50) },
    { deductibleId: "vargus", deductibleName: "Vargus", deductibleAmount: eur(1000) }
  ],
  coverages: [
    { code: "avarii", name: "Avarii", included: true, deductible: { amount: eur(200) } },
    { code: "klaasikahju", name: "Klaasikahju", included: true, deductible: { amount: eur(50) } },
    { code: "vargus", name: "Vargus", included: true, deductible: { amount: eur(1000) } },
    { code: "autoabi", name: "Autoabi", included: true },
    { code: "asendusauto", name: "Asendusauto", included: true },
    { code: "liisingukaitse", name: "Liisingukaitse", included: false }
  ]
}

const otherEstonianMotor: InsuranceRecord = {
  id: "1",
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "ee",
    insuranceCompany: "Rannakindlustus",
    insuranceName: "Kaskokindlustus",
    insuranceNumber: "RK-2026-0051207",
    startDate: "2026-04-15",
    endDate: "2027-04-14",
    premium: { amount: eur(612), paymentFrequency: 1, period: "YEAR" },
    holder: { name: "Toomas Saar", dateOfBirth: "1979-05-02", phoneNumber: "+372 5555 0199" },
    brand: "Toyota",
    model: "Corolla",
    registrationNo: "307 BVH",
    coverage: "CASCO"
  },
  deductibles: [{ deductibleId: "avarii", deductibleName: "Avarii", deductibleAmount: eur(300) }],
  coverages: [{ code: "avarii", name: "Avarii", included: true, deductible: { amount: eur(300) } }],
  payments: [
    { dueDate: "2026-04-15", amount: eur(306) },
    { dueDate: "2026-10-15", amount: eur(306) }
  ]
}

const frenchHome: InsuranceRecord = {
  id: "1",
  insurance: {
    insuranceType: "houseContentInsurance",
    insuranceSubType: "condo",
    market: "fr",
    insuranceCompany: "Assurance Rivage",
    insuranceName: "Assurance multirisque habitation",
    insuranceNumber: "RVH 2203 118 476",
    startDate: "2025-03-15",
    renewalDate: "2027-03-15",
    premium: { amount: eur(1287.36), paymentFrequency: 12, period: "YEAR" },
    holder: {
      name: "Éloïse Garnier-Dubois",
      streetAddress: "27 rue de l’Écluse",
      postalCode: "35000",
      city: "Rennes",
      email: "eloise.garnier@example.fr",
      phoneNumber: "06 39 98 12 34"
    },
    insuranceObjectStreetAddress: "27 rue de l’Écluse",
    insuranceObjectPostalCode: "35000",
    insuranceObjectCity: "Rennes",
    livingArea: 86.5,
    ancillaryArea: 12,
    constructionYear: 1974,
    insuredMovablesAmount: eur(24_500),
    additionalAmenities: ["Véranda", "Cave"],
    numberOfRooms: 4,
    ownershipStatus: "OWNER",
    residentialStatus: "PRIMARY"
  },
  addons: [
    { addOnId: "reequipement-a-neuf", addOnName: "Rééquipement à neuf" },
    { addOnId: "protection-juridique", addOnName: "Protection juridique" }
  ],
  deductibles: [
    { deductibleId: "degats-des-eaux", deductibleName: "Dégâts des eaux", deductibleAmount: eur(150) },
    { deductibleId: "vol", deductibleName: "Vol", deductibleAmount: eur(300) }
  ],
  coverages: [
    { code: "reequipement-a-neuf", name: "Rééquipement à neuf", included: true },
    { code: "protection-juridique", name: "Protection juridique", included: true },
    { code: "piscine", name: "Piscine", included: false },
    { code: "degats-des-eaux", name: "Dégâts des eaux", included: true, deductible: { amount: eur(150) } },
    { code: "vol", name: "Vol", included: true, deductible: { amount: eur(300) } }
  ]
}

const frenchStatement: InsuranceRecord = {
  id: "1",
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "fr",
    insuranceCompany: "Assurance Rivage",
    insuranceName: "Assurance auto",
    insuranceNumber: "RVA 1804 552 019",
    startDate: "2023-03-01",
    endDate: "2026-02-28",
    holder: { name: "Julien Fauvel" },
    brand: "Peugeot",
    model: "308 SW",
    registrationNo: "FK-482-MT",
    coverage: "THIRD_PARTY_PLUS",
    usedForWork: false,
    bonusMalus: { coefficient: 0.64 },
    claims: { numberOfClaims: 1, periodInMonths: 36 },
    primaryDriver: { name: "Julien Fauvel", dateOfBirth: "1989-06-23", drivingLicenceDate: "2008-09-11" }
  }
}

const completed = (record: InsuranceRecord): UploadOutcome.UploadOutcome => ({ type: "COMPLETED", record })
const notReadable = (fault: UploadOutcome.UploadError) => ({ type: "FAILED_PDF_PARSE", fault }) as const
const notSupported = (fault: UploadOutcome.UploadError) => ({ type: "FAILED_PDF_USER_INPUT", fault }) as const

const table: ReadonlyArray<readonly [name: string, company: string, verdict: UploadOutcome.UploadOutcome]> = [
  ["ee-motor-policy", "ee-rannakindlustus", completed(estonianMotor)],
  ["ee-motor-policy-ends-first", "ee-rannakindlustus", notReadable("PDF_CONTRADICTORY")],
  ["ee-motor-policy-other", "ee-rannakindlustus", completed(otherEstonianMotor)],
  ["fr-home-policy", "fr-rivage", completed(frenchHome)],
  ["fr-motor-statement", "fr-rivage", completed(frenchStatement)],
  ["fr-motor-statement-impossible", "fr-rivage", notReadable("PDF_CONTRADICTORY")],
  ["fr-motor-statement-no-coefficient", "fr-rivage", notReadable("PDF_INCOMPLETE")],
  ["fr-motor-statement-no-printing", "fr-rivage", completed(frenchStatement)],
  ["fr-motor-statement-password", "fr-rivage", notSupported("PDF_ENCRYPTED")],
  ["scan", "fr-rivage", notSupported("PDF_WITHOUT_TEXT")],
  ["unknown-letter", "fr-rivage", notSupported("PDF_UNKNOWN_LAYOUT")]
]

const verdictOn = Effect.fnUntraced(function* (name: string, company: string, insuranceType?: string) {
  return UploadOutcome.of(yield* directReader.read(readRequestOf(bytesOf(name), company)), insuranceType)
})

describe("a document", () => {
  it.effect.each(table)("%s gets its verdict", ([name, company, verdict]) =>
    Effect.map(verdictOn(name, company), (found) => assert.deepStrictEqual(found, verdict))
  )

  it("of `fixtures` is in the table", () => {
    assert.sameMembers(
      readdirSync(new URL("../fixtures", import.meta.url)),
      table.map(([name]) => `${name}.pdf`)
    )
  })

  it.effect("from another company is not supported", () =>
    Effect.map(verdictOn("ee-motor-policy", "fr-rivage"), (found) =>
      assert.deepStrictEqual(found, notSupported("PDF_UNKNOWN_LAYOUT"))
    )
  )

  it.effect.each([
    ["ee-motor-policy", "vehicleInsurance", "COMPLETED"],
    ["ee-motor-policy", "car", "COMPLETED"],
    ["ee-motor-policy", "motorcycle", "FAILED_PDF_USER_INPUT"],
    ["ee-motor-policy", "houseContentInsurance", "FAILED_PDF_USER_INPUT"],
    ["ee-motor-policy", "something else", "FAILED_PDF_USER_INPUT"],
    ["ee-motor-policy-ends-first", "car", "FAILED_PDF_PARSE"],
    ["ee-motor-policy-ends-first", "dog", "FAILED_PDF_USER_INPUT"]
  ] as const)("%s with the insurance type %s ends in %s", ([name, insuranceType, type]) =>
    Effect.map(verdictOn(name, "ee-rannakindlustus", insuranceType), (found) => assert.strictEqual(found.type, type))
  )
})
