/**
 * Tests which insurance records contain special categories of data, and how Sheaf treats kinds of insurance that it
 * does not know.
 */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { asOtherInsurance } from "../../src/records/insurance/UnknownKind.ts"
import type { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import { InsuranceType, type PersonSubType } from "../../src/records/InsuranceType.ts"
import { ReportedInsurance } from "../../src/collections/ReportedRecords.ts"
import { sensitiveCategoryOf, permittedPartOf } from "../../src/records/insurance/Sensitive.ts"

const insurer = { market: "se", insuranceCompany: "Nordhem Försäkring" } as const
const person = (insuranceSubType: PersonSubType, companyCategory?: string): InsuranceRecord => ({
  id: "1",
  insurance: {
    insuranceType: "personInsurance",
    insuranceSubType,
    ...insurer,
    ...(companyCategory !== undefined && { companyCategory })
  }
})
const other = (companyCategory: string): InsuranceRecord => ({
  id: "1",
  insurance: { insuranceType: "generalInsurance", insuranceSubType: "other", companyCategory, ...insurer }
})

describe("Sensitive data", () => {
  it.each([
    [person("health"), "HEALTH"],
    [person("illness"), "ILLNESS"],
    [person("income"), "INCOME"],
    [person("accident"), undefined],
    [person("life"), undefined],
    [person("child"), "ILLNESS"],
    [person("other", "Komfort"), "HEALTH"],
    [person("other", "Gruppliv"), undefined],
    [person("other", "Assurance obsèques"), undefined],
    [other("healthInsurance"), "HEALTH"],
    [other("groupHealth"), "HEALTH"],
    [other("Sjukförsäkring"), "ILLNESS"],
    [other("Sissetulekukindlustus"), "INCOME"],
    [other("Assurance santé"), "HEALTH"],
    [other("Standard, obligatorisk"), undefined],
    [other("Drulleförsäkring"), undefined]
  ] as const)("is recognized by its kind, or by the company's words: %#", (record, category) => {
    assert.strictEqual(sensitiveCategoryOf(record.insurance), category)
    assert.strictEqual(permittedPartOf(record, []) === undefined, category !== undefined)
    if (category !== undefined) assert.deepStrictEqual<unknown>(permittedPartOf(record, [category]), record)
  })

  it("includes the claims of any insurance, without which the record remains", () => {
    const insurance = { insuranceType: "vehicleInsurance", insuranceSubType: "car", ...insurer } as const
    const record: InsuranceRecord = {
      id: "1",
      insurance: { ...insurance, claims: { numberOfClaims: 1, periodInMonths: 36 } },
      claims: [{ date: "2026-01-02", type: "Fall", status: "PAID" }],
      bonus: { level: "B5", claimFreeYears: 5 },
      completeness: { read: ["CONTRACT", "CLAIMS"], unread: ["CLAIMS"] }
    }
    assert.deepStrictEqual<unknown>(permittedPartOf(record, ["HEALTH"]), {
      id: "1",
      insurance,
      bonus: { level: "B5" },
      completeness: { read: ["CONTRACT"], unread: [] }
    })
    const { completeness: _, ...unrated } = record
    const onlyYears = { ...unrated, bonus: { claimFreeYears: 5 } }
    assert.deepStrictEqual<unknown>(permittedPartOf(onlyYears, []), { id: "1", insurance })
    assert.strictEqual(permittedPartOf(record, ["CLAIMS"]), record)
  })
})

describe("Words about health and income", () => {
  const market: Readonly<Record<"HEALTH" | "ILLNESS" | "INCOME" | "none", ReadonlyArray<string>>> = {
    HEALTH: [
      "Hälsoförsäkring",
      "Hälsovård",
      "Privatvårdsförsäkring",
      "Rehabförsäkring",
      "Tandförsäkring",
      "Mutuelle complémentaire",
      "Frais de soins",
      "Haiglaravi",
      "Dantų draudimas",
      "Hälso\u{AD}försäkring"
    ],
    ILLNESS: [
      "Gruppsjukförsäkring",
      "Arbetsoförmåga",
      "Ligų draudimas",
      "Kritinių ligų draudimas",
      "Darba nespēja",
      "Kritisko saslimšanu apdrošināšana",
      "Töövõimetuskindlustus",
      "Arrêt de travail",
      "Incapacité de travail",
      "Nedarbingumo draudimas",
      "Diagnosförsäkring"
    ],
    INCOME: ["Perte d'emploi", "Perte d’emploi", "Loss of earnings", "Redundancy cover", "Gruppinkomst"],
    none: [
      "Tandemcykel",
      "Cykelförsäkring",
      "Kelionių draudimas",
      "Reisikindlustus",
      "Garantie des accidents de la vie",
      "Veterinärvård hund",
      "Animal health",
      "Loomade tervis",
      "Mutuelle auto",
      "Hospitality",
      "Komfort",
      "Dröner"
    ]
  }
  it.each(Object.entries(market).flatMap(([category, names]) => names.map((name) => [name, category])))(
    "are found in any spelling: %s",
    (name, category) => {
      for (const text of [name, name.normalize("NFD"), name.toUpperCase()]) {
        assert.strictEqual(sensitiveCategoryOf(other(text).insurance) ?? "none", category, text)
      }
    }
  )
})

describe("A kind that Sheaf does not know", () => {
  const read = Schema.decodeUnknownSync(ReportedInsurance)
  const reported = (insurance: object) => asOtherInsurance({ id: "1", insurance: { ...insurer, ...insurance } })

  it.each([
    [{ insuranceType: "droneInsurance" }, "droneInsurance"],
    [{ insuranceType: "droneInsurance", insuranceSubType: "racing" }, "droneInsurance/racing"],
    [{ insuranceType: "vehicleInsurance", insuranceSubType: "tractor" }, "tractor"],
    [{ insuranceType: "droneInsurance", companyCategory: "Drönare" }, "Drönare"],
    [{ insuranceType: "x".repeat(500) }, "x".repeat(200)]
  ])("is delivered as another kind, with the company's name for it: %#", (kind, companyCategory) => {
    const { insurance } = read(reported(kind))
    assert.deepStrictEqual<unknown>(insurance, {
      ...insurer,
      insuranceType: "generalInsurance",
      insuranceSubType: "other",
      companyCategory
    })
  })

  it.each([
    [{ insuranceType: "healthInsurance", insuranceSubType: "basic", companyCategory: "Komfort" }, "HEALTH"],
    [{ insuranceType: "generalInsurance", insuranceSubType: "illness", companyCategory: "Trygg" }, "ILLNESS"],
    [{ insuranceType: "generalInsurance", insuranceSubType: "health", companyCategory: "Trygg" }, "HEALTH"],
    [{ insuranceType: "personInsurance", insuranceSubType: "dental", companyCategory: "Leende" }, "HEALTH"],
    [{ insuranceType: "personInsurance", insuranceSubType: "gold", companyCategory: "Leende" }, "HEALTH"],
    [{ insuranceType: "gruppsjuk".normalize("NFD"), insuranceName: "Bas" }, "ILLNESS"],
    [{ insuranceType: "basic", insuranceName: "Inkomstförsäkring" }, "INCOME"],
    [{ insuranceType: "personInsurance", insuranceSubType: "funeral", companyCategory: "Ro" }, undefined],
    [
      { insuranceType: "animalInsurance", insuranceSubType: "rabbit", companyCategory: "Veterinärvård kanin" },
      undefined
    ],
    [{ insuranceType: "drone", companyCategory: "Komfort" }, undefined]
  ] as const)(
    "is sensitive if any of its names says so, and for a person unless one is harmless: %#",
    (kind, category) => {
      const record = read(reported(kind))
      assert.strictEqual(permittedPartOf(record, []) === undefined, category !== undefined)
      if (category !== undefined) assert.deepStrictEqual<unknown>(permittedPartOf(record, [category]), record)
    }
  )

  it("is sensitive if the connector says so", () => {
    const record = read({ ...other("Komfort"), sensitive: "INCOME" })
    assert.isUndefined(permittedPartOf(record, ["HEALTH"]))
    assert.deepStrictEqual(permittedPartOf(record, ["INCOME"]), record)
  })

  it("keeps what identifies the insured object", () => {
    const tractor = { insuranceType: "vehicleInsurance", insuranceSubType: "tractor", brand: "Valmet" }
    const { insuredObjects } = read(reported({ ...tractor, registrationNo: "ABC 123" }))
    assert.deepStrictEqual<unknown>(insuredObjects, [
      { objectType: "VEHICLE", brand: "Valmet", registrationNo: "ABC 123" }
    ])
  })

  it("leaves known kinds and missing types as they are", () => {
    for (const insurance of [
      { insuranceType: InsuranceType.literals[0], insuranceSubType: "car" },
      { insuranceSubType: "car" },
      { insuranceType: "animalInsurance" },
      { insuranceType: 7 }
    ]) {
      const record = { id: "1", insurance }
      assert.strictEqual(asOtherInsurance(record), record)
    }
  })
})
