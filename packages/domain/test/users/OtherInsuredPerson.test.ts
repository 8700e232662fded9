/** A pension's `otherInsuredPerson` field (spec 2.6). */
import { assert, describe, it } from "@effect/vitest"
import { type InsuredPersonFacts, resolve } from "../../src/users/OtherInsuredPerson.ts"
import { relatedNameWordPairs } from "../../src/testing/Names.ts"

const anna = "Anna Lindström"
const bengt = "Bengt Lindström"

describe("resolve", () => {
  it.each<[string, InsuredPersonFacts, boolean | undefined]>([
    ["the company says someone else", { collected: true }, true],
    ["the company says the same person", { collected: false }, false],
    [
      "the company overrules matching names",
      { collected: true, insuredPersonName: anna, accountOwnerName: anna },
      true
    ],
    [
      "the company overrules different names",
      { collected: false, insuredPersonName: anna, accountOwnerName: bengt },
      false
    ],
    ["the names match", { insuredPersonName: anna, accountOwnerName: "LINDSTROM, Anna Maria" }, false],
    ["the names do not match", { insuredPersonName: bengt, accountOwnerName: anna }, true],
    ["one letter differs", { insuredPersonName: "Anna Lundström", accountOwnerName: anna }, true],
    ["no ACCOUNT_OWNER_NAME was given", { insuredPersonName: anna }, undefined],
    ["the company does not name the insured person", { accountOwnerName: anna }, undefined],
    ["nothing is known", {}, undefined],
    ["an empty name", { insuredPersonName: "", accountOwnerName: anna }, undefined],
    ["white space as a name", { insuredPersonName: anna, accountOwnerName: " \t" }, undefined],
    ["a dash as a name", { insuredPersonName: "-", accountOwnerName: anna }, undefined],
    ["a number as a name", { insuredPersonName: "19850101-1236", accountOwnerName: anna }, undefined],
    ["question marks as a name", { insuredPersonName: anna, accountOwnerName: "???" }, undefined],
    ["two equal names without letters", { insuredPersonName: "1", accountOwnerName: "1" }, undefined],
    [
      "an apostrophe that Unicode classes as a letter",
      { insuredPersonName: "\u02bb", accountOwnerName: anna },
      undefined
    ]
  ])("%s", (_, known, expected) => {
    assert.strictEqual(resolve(known), expected)
  })

  it.prop("does not depend on the order of the two names", [relatedNameWordPairs], ([[a, b]]) => {
    const [one, other] = [a.join(" "), b.join(" ")]
    assert.strictEqual(
      resolve({ insuredPersonName: one, accountOwnerName: other }),
      resolve({ insuredPersonName: other, accountOwnerName: one })
    )
  })
})
