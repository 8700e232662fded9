/** Comparing the person who authenticated with the person who started the collection (spec 3.2). */
import { assert, describe, it } from "@effect/vitest"
import {
  comparePersonalNumbers,
  type KnownPersonalNumbers,
  type ComparisonResult
} from "../../src/users/AuthenticationMismatch.ts"
import { personalNumber, today } from "../../src/testing/PersonalNumbers.ts"

const anna = "198501011236"
const bengt = "199012319807"

describe("check", () => {
  it.each<[rule: string, KnownPersonalNumbers, ComparisonResult]>([
    ["1: the electronic ID verifies", { requested: anna, fromElectronicId: anna }, "VERIFIED"],
    ["1 and 3: the electronic ID is another person's", { requested: anna, fromElectronicId: bengt }, "MISMATCH"],
    [
      "1: the company cannot overrule a match",
      { requested: anna, fromElectronicId: anna, fromCompany: bengt },
      "VERIFIED"
    ],
    [
      "1: the company cannot overrule a mismatch",
      { requested: anna, fromElectronicId: bengt, fromCompany: anna },
      "MISMATCH"
    ],
    ["2: otherwise the company's number is compared", { requested: anna, fromCompany: anna }, "VERIFIED"],
    ["2 and 3: the company's number is another person's", { requested: anna, fromCompany: bengt }, "MISMATCH"],
    ["4: no other number is known", { requested: anna }, "UNVERIFIABLE"],
    ["4: no number was requested", { fromElectronicId: anna, fromCompany: anna }, "UNVERIFIABLE"],
    ["4: nothing is known", {}, "UNVERIFIABLE"],
    ["4: the company masks its number", { requested: anna, fromCompany: "19850101-****" }, "UNVERIFIABLE"],
    ["4: the company's number is empty", { requested: anna, fromCompany: "" }, "UNVERIFIABLE"],
    ["4: the date does not exist", { requested: anna, fromCompany: "198502301236" }, "UNVERIFIABLE"],
    ["4: the requested number is unreadable", { requested: "Anna", fromCompany: "Anna" }, "UNVERIFIABLE"],
    [
      "2: the electronic ID's number is unreadable",
      { requested: anna, fromElectronicId: "?", fromCompany: bengt },
      "MISMATCH"
    ]
  ])("rule %s", (_, known, verdict) => {
    assert.strictEqual(comparePersonalNumbers(known, today), verdict)
  })

  it.each<[requested: string, fromCompany: string, ComparisonResult]>([
    [anna, "19850101-1236", "VERIFIED"],
    [anna, "850101-1236", "VERIFIED"],
    [anna, "8501011236", "VERIFIED"],
    ["850101-1236", anna, "VERIFIED"],
    [anna, "850101-1244", "MISMATCH"],
    [anna, "188501011236", "MISMATCH"],
    ["191212121212", "121212+1212", "VERIFIED"],
    ["191212121212", "121212-1212", "VERIFIED"],
    ["191212121212", "1212121212", "VERIFIED"],
    ["1212121212", "191212121212", "VERIFIED"],
    ["191212121212", "201212121212", "MISMATCH"],
    ["201212121212", "121212+1212", "MISMATCH"],
    ["198501611236", "850161-1236", "VERIFIED"],
    ["198501611236", "850101-1236", "MISMATCH"],
    ["198501011230", "850101-1230", "VERIFIED"] // both with the same wrong check digit
  ])("compares numbers regardless of their form: %s and %s", (requested, fromCompany, verdict) => {
    assert.strictEqual(comparePersonalNumbers({ requested, fromCompany }, today), verdict)
  })

  it.prop("verifies only the same number", [personalNumber, personalNumber], ([one, other]) => {
    assert.strictEqual(comparePersonalNumbers({ requested: one, fromElectronicId: one }, today), "VERIFIED")
    const verdict = one === other ? "VERIFIED" : "MISMATCH"
    assert.strictEqual(comparePersonalNumbers({ requested: one, fromElectronicId: other }, today), verdict)
    assert.strictEqual(comparePersonalNumbers({ requested: one, fromCompany: other }, today), verdict)
  })
})
