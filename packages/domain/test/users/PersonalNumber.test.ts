/** Personal numbers and coordination numbers (spec 2.1). */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { normalize } from "../../src/users/PersonalNumber.ts"
import coordinationNumbers from "./coordinationNumbers.json" with { type: "json" }
import { coordinationNumber, personalNumber, today } from "../../src/testing/PersonalNumbers.ts"

const publishedCoordinationNumbers: ReadonlyArray<string> = coordinationNumbers
/** From personnummer/meta (MIT), which publishes test data for personal-number libraries. */
const publishedInterimNumbers = [..."TRSUWXJKLMN"].map((letter) => `20000101${letter}220`)

const on = (day: string) => ({ today: day })

describe("Normalizing a personal number", () => {
  it.each<[string, string]>([["19850101+1236", "twelve digits with a plus, which has no meaning in this form"]])(
    "accepts %s: %s",
    (text) => {
      assert.strictEqual(normalize(text, on("2026-04-01")), "198501011236")
    }
  )

  it.each<[string, string]>([
    ["", "nothing"],
    [" 198501011236", "a leading space"],
    ["198501011236 ", "a trailing space"],
    ["198501011236\n", "a trailing line end"],
    ["19850101 1236", "a space inside"],
    ["19850101--1236", "two hyphens"],
    ["1985-01-01-1236", "hyphens in the date"],
    ["850101–1236", "a dash"],
    ["198501-011236", "a hyphen elsewhere"],
    ["85010112366", "eleven digits"],
    ["850101123", "nine digits"],
    ["1985010112366", "thirteen digits"],
    ["１９８５０１０１１２３６", "full-width digits"],
    ["850101-123A", "a letter"],
    ["850101-TF36", "two letters"],
    ["850101-t236", "a lower-case letter"],
    ["850101-E234", "a letter of no interim number"]
  ])("rejects %j: %s", (text) => {
    assert.isUndefined(normalize(text, on("2026-04-01")))
  })

  it.each<[string, string]>([
    ["198501011263", "two digits are swapped"],
    ["19850161-1236", "the check digit of a coordination number counts the 60"]
  ])("rejects %s if it verifies check digits: %s", (text) => {
    assert.isUndefined(normalize(text, on("2026-04-01")))
    assert.isString(normalize(text, { checkDigit: false, ...on("2026-04-01") }))
  })

  it.each(["850101-0006", "8501010006", "850101+0006", "198501010006", "850161-0000", "198501610000"])(
    "rejects %s, whatever its check digit, because the birth number is 000",
    (text) => {
      assert.isUndefined(normalize(text, on("2026-04-01")))
      assert.isUndefined(normalize(text, { checkDigit: false, ...on("2026-04-01") }))
    }
  )

  it.each(["198501010011", "850161-0010"])("accepts the birth number of %s", (text) => {
    assert.isString(normalize(text, { checkDigit: false, ...on("2026-04-01") }))
  })

  it.each<[string, boolean]>([
    ["200002290010", true], // the year 2000 was a leap year
    ["190002290010", false], // the year 1900 was not a leap year
    ["202402290010", true],
    ["202302290010", false],
    ["202502300010", false],
    ["202504310010", false],
    ["202512310010", true],
    ["202513010010", false],
    ["202500010010", false],
    ["202501000010", false],
    ["202501320010", false],
    ["202501610010", true], // coordination numbers: the day is 60 higher
    ["202501910010", true],
    ["202504910010", true], // no such day, but such numbers are issued
    ["202502900010", true],
    ["202501600010", true], // day unknown
    ["202500610010", true], // month unknown
    ["202500600010", true],
    ["202513610010", false],
    ["202501920010", false],
    ["202501590010", false],
    ["202501990010", false]
  ])("checks that the date of %s exists", (text, exists) => {
    assert.strictEqual(normalize(text, { checkDigit: false, ...on("2026-04-01") }), exists ? text : undefined)
  })

  it.each<[text: string, today: string, birth: string | undefined]>([
    ["260401-0010", "2026-04-01", "20260401"],
    ["2604010010", "2026-04-01", "20260401"],
    ["260402-0010", "2026-04-01", "19260402"],
    ["2604020010", "2026-04-01", "19260402"],
    ["261231-0010", "2026-04-01", "19261231"],
    ["260462-0010", "2026-04-01", "19260462"], // born on the 2nd
    ["260461-0010", "2026-04-01", "20260461"], // born on the 1st
    ["260060-0010", "2026-04-01", "20260060"], // born at some time in 2026
    ["270060-0010", "2026-04-01", "19270060"],
    ["991231-0010", "2026-04-01", "19991231"],
    ["270101-0010", "2026-04-01", "19270101"],
    ["260401+0010", "2026-04-01", "19260401"],
    ["261231+0010", "2026-04-01", "19261231"], // turns 100 in 2026, so the plus applies from January on
    ["261231+0010", "2025-12-31", "18261231"],
    ["250101+0010", "2026-04-01", "19250101"],
    ["270101+0010", "2026-04-01", "18270101"],
    ["991231-0010", "1999-12-30", "18991231"],
    ["991231-0010", "1999-12-31", "19991231"],
    ["000101-0010", "2099-12-31", "20000101"],
    ["000101-0010", "2100-01-01", "21000101"],
    ["000229-0010", "2026-04-01", "20000229"],
    ["000229+0010", "2026-04-01", undefined], // there was no such day in 1900
    ["290228-0010", "2028-02-29", "19290228"],
    ["280229-0010", "2028-02-28", "19280229"]
  ])("finds the century of %s on %s", (text, day, birth) => {
    assert.strictEqual(normalize(text, { checkDigit: false, ...on(day) })?.slice(0, 8), birth)
  })

  it.each<[string, string, boolean]>([
    ["202604010010", "2026-04-01", true],
    ["202604020010", "2026-04-01", false],
    ["202604610010", "2026-04-01", true],
    ["202604620010", "2026-04-01", false],
    ["202701010010", "2026-04-01", false]
  ])("rejects births in the future: %s on %s", (text, day, isBorn) => {
    assert.strictEqual(normalize(text, { checkDigit: false, ...on(day) }), isBorn ? text : undefined)
  })

  it("defaults to the current day", () => {
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "")
    assert.strictEqual(normalize("850101-1236"), "198501011236")
    assert.isUndefined(normalize(`${tomorrow}0010`, { checkDigit: false }))
  })

  it.each(publishedInterimNumbers)("keeps the letter of the interim number %s", (number) => {
    assert.strictEqual(normalize(`${number.slice(0, 8)}-${number.slice(8)}`), number)
    assert.strictEqual(normalize(`${number.slice(2, 8)}-${number.slice(8)}`, on("2026-04-01")), number)
    assert.isUndefined(normalize(number.slice(0, 11) + "1"))
  })

  it("accepts every coordination number that the tax agency publishes for tests", () => {
    assert.lengthOf(publishedCoordinationNumbers, 2264)
    assert.deepStrictEqual(
      publishedCoordinationNumbers.filter((number) => normalize(number) !== number),
      []
    )
  })

  it.prop("gives the same result for every form of a number", [personalNumber], ([number]) => {
    const [digits, last] = [number.slice(2, 8), number.slice(8)]
    const turns100 = Number(today.slice(0, 4)) - Number(number.slice(0, 4)) >= 100
    const forms = [number, `${number.slice(0, 8)}-${last}`, `${digits}${turns100 ? "+" : "-"}${last}`]
    if (!turns100) forms.push(digits + last)
    for (const form of forms) assert.strictEqual(normalize(form, { today }), number)
  })

  it.prop("accepts coordination numbers", [coordinationNumber], ([number]) => {
    assert.strictEqual(normalize(`${number.slice(0, 8)}-${number.slice(8)}`, { today }), number)
  })

  it.prop(
    "detects every single wrong digit after the century",
    [personalNumber, Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 11 })), Schema.Literals([1, 2, 5, 9])],
    ([number, at, more]) => {
      const wrong = (Number(number[at]) + more) % 10
      assert.isUndefined(normalize(number.slice(0, at) + wrong + number.slice(at + 1), { today }))
    }
  )

  const characters = Arbitrary.array(Arbitrary.schema(Schema.Literals([..."0123456789-+ 1289T"])), { maxLength: 14 })
  it.prop("returns twelve characters or nothing, and is idempotent", [characters], ([chosen]) => {
    const options = { checkDigit: false, today }
    const normalized = normalize(chosen.join(""), options)
    if (normalized === undefined) return
    assert.match(normalized, /^[0-9]{8}[0-9T][0-9]{3}$/)
    assert.strictEqual(normalize(normalized, options), normalized)
  })
})
