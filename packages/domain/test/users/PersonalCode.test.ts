/** Personal codes of Estonia, Latvia and Lithuania (spec 2.1). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { countries, dateOfBirth, digitsOf, identifierOf, normalize } from "../../src/users/PersonalCode.ts"
import type { Country } from "../../src/users/PersonalCode.ts"
import { personalCodeByCountry } from "../../src/testing/PersonalCodes.ts"
import { today } from "../../src/testing/PersonalNumbers.ts"

/** The test accounts that the providers of Smart-ID and Mobile-ID publish, with their days of birth. */
const published: ReadonlyArray<readonly [code: string, country: Country, birth: string | undefined]> = [
  ["50001029996", "EE", "2000-01-02"],
  ["30303039914", "EE", "1903-03-03"],
  ["30303039816", "EE", "1903-03-03"],
  ["50701019992", "EE", "2007-01-01"],
  ["30403039917", "EE", "1904-03-03"],
  ["40504040001", "EE", "1905-04-04"],
  ["60001019906", "EE", "2000-01-01"],
  ["51307149560", "EE", "2013-07-14"],
  ["10101010005", "EE", "1801-01-01"],
  ["50001018865", "LT", "2000-01-01"],
  ["30303039914", "LT", "1903-03-03"],
  ["020100-29990", "LV", "2000-01-02"],
  ["030303-10012", "LV", "1903-03-03"],
  ["010107-20007", "LV", "2007-01-01"],
  ["311299-19993", "LV", "1999-12-31"],
  ["329999-99901", "LV", undefined],
  ["329999-88807", "LV", undefined]
]

const on = { today }

describe("A personal code", () => {
  it.each(published)("can be the published test code %s of %s", (code, country, birth) => {
    assert.strictEqual(normalize(code, country, on), code)
    assert.strictEqual(dateOfBirth(code, country), birth)
  })

  it.each<[code: string, country: Country, why: string]>([
    ["", "EE", "nothing"],
    ["50001029995", "EE", "a wrong check digit"],
    ["50002309990", "EE", "February 30"],
    ["50013019991", "EE", "month 13"],
    ["90001029992", "EE", "no century"],
    ["00001029999", "EE", "no century"],
    ["62612319999", "EE", "a birth in the future"],
    ["500010-29996", "EE", "a hyphen"],
    [" 50001029996", "EE", "a leading space"],
    ["50001029996\n", "EE", "a line end"],
    ["5000102999", "EE", "ten digits"],
    ["500010299966", "EE", "twelve digits"],
    ["５０００１０２９９９６", "EE", "full-width digits"],
    ["020100-29990", "EE", "a Latvian code"],
    ["50001029996", "LV", "an Estonian code"],
    ["020100-29991", "LV", "a wrong check digit"],
    ["300200-29997", "LV", "February 30"],
    ["020100-39998", "LV", "a century after 2"],
    ["020100--29990", "LV", "two hyphens"],
    ["0201002-9990", "LV", "a hyphen elsewhere"],
    ["400100-29990", "LV", "a first digit after 3"]
  ])("cannot be %j of %s: %s", (code, country) => {
    assert.isUndefined(normalize(code, country, on))
  })

  it("of Latvia may lack its hyphen", () => {
    assert.strictEqual(normalize("02010029990", "LV", on), "020100-29990")
    assert.strictEqual(normalize("32999999901", "LV", on), "329999-99901")
    assert.strictEqual(digitsOf("020100-29990"), digitsOf("02010029990"))
    assert.isUndefined(digitsOf("020100-*****"))
  })

  it("of Estonia and Lithuania with the same digits are not equal", () => {
    assert.strictEqual(identifierOf("50001029996", "EE"), identifierOf("PNOEE-50001029996", "LT"))
    assert.notStrictEqual(identifierOf("50001029996", "EE"), identifierOf("PNOLT-50001029996", "EE"))
    assert.strictEqual(identifierOf("020100-29990", "LV"), identifierOf("PNOLV-02010029990", undefined))
    for (const other of ["PNOEE-5000102999", "PNO-50001029996", "pnoee-50001029996", "5000102*****", ""]) {
      assert.isUndefined(identifierOf(other, "EE"), other)
    }
    assert.isUndefined(identifierOf("50001029996", undefined))
  })

  it("compares the day of birth with the current day", () => {
    assert.strictEqual(normalize("50001029996", "EE", { today: "2000-01-02" }), "50001029996")
    assert.isUndefined(normalize("50001029996", "EE", { today: "2000-01-01" }))
  })

  const position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 }))
  const digit = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))

  for (const country of countries) {
    it.prop(
      `of ${country} keeps its form and its day of birth`,
      { code: personalCodeByCountry[country] },
      ({ code }) => {
        assert.strictEqual(normalize(code, country, on), code)
        const birth = dateOfBirth(code, country) ?? assert.fail(code)
        assert.isTrue(birth >= "1890-01-01" && birth <= today)
      }
    )

    it.prop(
      `of ${country} has nine wrong check digits`,
      { code: personalCodeByCountry[country], wrong: digit },
      ({ code, wrong }) => {
        if (code.endsWith(String(wrong))) return
        assert.isUndefined(normalize(code.slice(0, -1) + String(wrong), country, on))
      }
    )

    it.prop(
      `of ${country} is never another text`,
      { code: personalCodeByCountry[country], position },
      ({ code, position: at }) => {
        assert.isUndefined(normalize(`${code.slice(0, at)}x${code.slice(at + 1)}`, country, on))
      }
    )
  }
})
