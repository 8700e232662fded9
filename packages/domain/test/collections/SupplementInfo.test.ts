/** The input posted to supplement-info, and the questions that it answers (spec 2.5). */
import { assert, describe, it } from "@effect/vitest"
import { asksForInput, InputType, withoutInstruction, withoutRequests } from "../../src/collections/ExtraInformation.ts"
import { Schema } from "effect"
import * as SupplementInfo from "../../src/collections/SupplementInfo.ts"
import type { RequestObject, ExtraInformation, RequiredInput } from "../../src/collections/ExtraInformation.ts"
import type { Question } from "../../src/collections/SupplementInfo.ts"

const today = "2026-04-01"

type Inputs = (typeof SupplementInfo.CollectionInput.Type)["inputs"]
const inputs = (given: Inputs): SupplementInfo.SupplementInfo => ({ type: "COLLECTION_INPUT", inputs: given })
const code = (value: string): SupplementInfo.SupplementInfo => ({ type: "TWO_FACTOR_CODE", value })
const choice = (methodId: string): SupplementInfo.SupplementInfo => ({ type: "TWO_FACTOR_CHOICE", methodId })
const response: SupplementInfo.SupplementInfo = { type: "RESPONSE_OBJECT", etag: "e-1", headers: {}, response: null }

const contact: Question = { kind: "CONTACT_FORM", inputs: ["EMAIL", "MOBILE_PHONE_NUMBER"] }
const known = InputType.pick(["EMAIL", "MOBILE_PHONE_NUMBER", "SWEDISH_PERSONAL_NUMBER", "ACCOUNT_OWNER_NAME"])
const anything: Question = { kind: "COLLECTION_INPUT", inputs: [...known.literals] }
const digits: Question = { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" }
const letters: Question = { kind: "TWO_FACTOR_CODE", responseType: "ALPHANUMERIC_CODE" }
const choose: Question = { kind: "TWO_FACTOR_CHOICE", methodIds: ["sms", "app"] }
const execute: Question = { kind: "RESPONSE_OBJECT", etags: ["e-1"] }

const full: Inputs = {
  EMAIL: "maja.lind@example.com",
  MOBILE_PHONE_NUMBER: "46701740605",
  SWEDISH_PERSONAL_NUMBER: "198112189875",
  ACCOUNT_OWNER_NAME: "Maja Lind"
}
const { EMAIL, MOBILE_PHONE_NUMBER, ...beyond } = full
const form: Inputs = { EMAIL: EMAIL ?? "", MOBILE_PHONE_NUMBER: MOBILE_PHONE_NUMBER ?? "" }

const check = (question: Question, answer: SupplementInfo.SupplementInfo) =>
  SupplementInfo.check(question, answer, today).map((violation) => `${violation.code} ${violation.pointer}`)

describe("Supplement info", () => {
  const answers: ReadonlyArray<readonly [title: string, question: Question, answer: SupplementInfo.SupplementInfo]> = [
    ["a contact form", contact, inputs(form)],
    ["every type of input", anything, inputs(full)],
    [
      "a name with an apostrophe",
      { kind: "COLLECTION_INPUT", inputs: ["ACCOUNT_OWNER_NAME"] },
      inputs({ ACCOUNT_OWNER_NAME: "O'Brien" })
    ],
    ["a name of 255 letters", anything, inputs({ ...full, ACCOUNT_OWNER_NAME: "x".repeat(255) })],
    ["one digit", digits, code("0")],
    ["64 digits", digits, code("1".repeat(64))],
    ["digits in groups", digits, code(" 012 34-56 ")],
    ["64 letters", letters, code("å".repeat(64))],
    ["a passphrase", letters, code("correct horse-battery")],
    ["a code of unspecified format", { kind: "TWO_FACTOR_CODE", responseType: "NONE" }, code("aB34")],
    ["a choice", choose, choice("app")],
    ["a response", execute, response]
  ]

  it.each(answers)("can be %s", (_, question, answer) => {
    assert.deepStrictEqual(check(question, answer), [])
  })

  it("is rejected as the response to a request that is not pending", () => {
    assert.deepStrictEqual(check(execute, { ...response, etag: "e-2" }), ["UNKNOWN_INSTRUCTION /etag"])
  })

  it("must have the type that the question asks for", () => {
    const kinds: ReadonlyArray<readonly [Question, SupplementInfo.SupplementInfo["type"]]> = [
      [contact, "COLLECTION_INPUT"],
      [anything, "COLLECTION_INPUT"],
      [digits, "TWO_FACTOR_CODE"],
      [choose, "TWO_FACTOR_CHOICE"],
      [execute, "RESPONSE_OBJECT"]
    ]
    for (const [question, wanted] of kinds) {
      for (const answer of [inputs(full), code("1234"), choice("app"), response]) {
        const wrong = SupplementInfo.check(question, answer, today).filter((it) => it.code === "WRONG_INPUT_TYPE")
        assert.deepStrictEqual(
          wrong,
          answer.type === wanted
            ? []
            : [{ pointer: "/type", code: "WRONG_INPUT_TYPE", detail: `The open question asks for ${wanted}.` }]
        )
      }
    }
  })

  it.each<readonly [given: string | undefined, stored: string | undefined]>([
    ["811218-9875", "198112189875"],
    ["19811218-9875", "198112189875"],
    ["nobody", "nobody"],
    [undefined, undefined]
  ])("converts a personal number to the 12-digit form: %s", (given, stored) => {
    const withNumber = (number: string | undefined) =>
      inputs({ ...form, ...(number !== undefined && { SWEDISH_PERSONAL_NUMBER: number }) })
    assert.deepStrictEqual(SupplementInfo.normalize(anything, withNumber(given), today), withNumber(stored))
  })

  it.each<readonly [Question, SupplementInfo.SupplementInfoRequest, SupplementInfo.SupplementInfo]>([
    [digits, { type: "TWO_FACTOR_CODE", value: "\t00 12\u201034-5\u00a06 ", inputId: "q" }, code("00123456")],
    [letters, code(" a b-c "), code("a b-c")],
    [choose, { type: "TWO_FACTOR_CHOICE", methodId: "sms", inputId: "q" }, choice("sms")],
    [execute, response, response]
  ])("is normalized for the company: %j, %j", (question, given, stored) => {
    assert.deepStrictEqual(SupplementInfo.normalize(question, given, today), stored)
  })

  const wrong: ReadonlyArray<readonly [Question, SupplementInfo.SupplementInfo, ReadonlyArray<string>]> = [
    [contact, inputs({}), ["/inputs/EMAIL", "/inputs/MOBILE_PHONE_NUMBER"]],
    [contact, inputs({ EMAIL: full.EMAIL ?? "" }), ["/inputs/MOBILE_PHONE_NUMBER"]],
    [contact, inputs({ ...form, ...beyond }), ["/inputs/SWEDISH_PERSONAL_NUMBER", "/inputs/ACCOUNT_OWNER_NAME"]],
    [
      contact,
      inputs({ EMAIL: "maja", MOBILE_PHONE_NUMBER: "0701740605" }),
      ["/inputs/EMAIL", "/inputs/MOBILE_PHONE_NUMBER"]
    ],
    [anything, inputs({ ...full, SWEDISH_PERSONAL_NUMBER: "198113189876" }), ["/inputs/SWEDISH_PERSONAL_NUMBER"]],
    [anything, inputs({ ...full, SWEDISH_PERSONAL_NUMBER: "202604021234" }), ["/inputs/SWEDISH_PERSONAL_NUMBER"]],
    [anything, inputs({ ...full, ACCOUNT_OWNER_NAME: "" }), ["/inputs/ACCOUNT_OWNER_NAME"]],
    [anything, inputs({ ...full, ACCOUNT_OWNER_NAME: "12 '-" }), ["/inputs/ACCOUNT_OWNER_NAME"]],
    [anything, inputs({ ...full, ACCOUNT_OWNER_NAME: "x".repeat(256) }), ["/inputs/ACCOUNT_OWNER_NAME"]],
    [digits, code(""), ["/value"]],
    [digits, code("1".repeat(65)), ["/value"]],
    [digits, code("12a4"), ["/value"]],
    [digits, code("- -"), ["/value"]],
    [digits, code("12_34"), ["/value"]],
    [digits, code("١٢٣٤"), ["/value"]],
    [letters, code(" "), ["/value"]],
    [letters, code("a\u0000b"), ["/value"]],
    [letters, code("a\u200bb"), ["/value"]],
    [{ kind: "TWO_FACTOR_CODE", responseType: "NONE" }, code("a".repeat(65)), ["/value"]],
    [choose, choice("SMS"), ["/methodId"]],
    [choose, choice(""), ["/methodId"]]
  ]

  it.each(wrong)("is rejected for %j: %j", (question, answer, pointers) => {
    assert.deepStrictEqual(
      check(question, answer),
      pointers.map((pointer) => `INVALID_INPUT ${pointer}`)
    )
  })

  it("is the same text before and after it is stored, so that repeated calls to a company are the same", () => {
    const answer = SupplementInfo.normalize(anything, inputs(full), today)
    const read = Schema.decodeUnknownSync(SupplementInfo.SupplementInfo)(JSON.parse(JSON.stringify(answer)))
    assert.strictEqual(JSON.stringify(answer), JSON.stringify(read))
  })

  it("explains the broken rule, and never repeats the value", () => {
    const answer = inputs({ EMAIL: "maja", MOBILE_PHONE_NUMBER: "0701740605", ...beyond })
    assert.deepStrictEqual(
      SupplementInfo.check(contact, answer, today).map(({ detail }) => detail),
      [
        "Must be an email address.",
        "Must be a mobile number: digits only, with the country prefix.",
        "The collection did not ask for this input.",
        "The collection did not ask for this input."
      ]
    )
    assert.deepStrictEqual(
      [
        ...SupplementInfo.check(contact, inputs({}), today).slice(0, 1),
        ...SupplementInfo.check(anything, inputs({ ...full, SWEDISH_PERSONAL_NUMBER: "x" }), today),
        ...SupplementInfo.check(anything, inputs({ ...full, ACCOUNT_OWNER_NAME: "1" }), today),
        ...SupplementInfo.check(digits, code("x"), today),
        ...SupplementInfo.check(choose, choice("x"), today),
        ...SupplementInfo.check(execute, { ...response, etag: "x" }, today)
      ].map(({ detail }) => detail),
      [
        "The collection asked for this input, but it is missing.",
        "Must be a Swedish personal number.",
        "Must be a name.",
        "The code does not have the requested format.",
        "Must be one of the available methods.",
        "No pending request has this etag."
      ]
    )
  })
})

const input = (type: InputType, more: Omit<RequiredInput, "type"> = {}): Question => ({
  kind: "COLLECTION_INPUT",
  inputs: [type],
  required: [{ type, ...more }]
})

const options = ["north", "south"].map((value) => ({ value, label: value }))

describe("An input that a company asks for in its own words", () => {
  it.each<readonly [question: Question, accepted: ReadonlyArray<string>, rejected: ReadonlyArray<string>]>([
    [input("PERSONAL_CODE"), ["38001085718", "161175-19997"], ["", "3800108571", "38001085718 ", "a8001085718"]],
    [input("DATE_OF_BIRTH"), ["1981-12-18", today], ["", "18.12.1981", "1981-02-30", "2026-04-02", "1899-12-31"]],
    [input("POSTAL_CODE"), ["111 22", "LV-1010", "10111"], ["", "1", "1234567890123", "11\n22", "-1234"]],
    [input("REGION"), ["Tartu"], ["", " ", "x".repeat(101), "a\u0000"]],
    [input("REGION", { options }), ["north"], ["", "east", "North"]],
    [input("POLICY_NUMBER"), ["HK-40817 / 2"], ["", "x".repeat(65), "a\u202eb"]],
    [input("POLICY_NUMBER", { format: "DIGITS" }), ["40817"], ["HK-40817", "", "x".repeat(65)]],
    [input("CUSTOMER_NUMBER", { format: "LETTERS_AND_DIGITS" }), ["A1å"], ["A-1", "A 1"]],
    [input("USERNAME"), ["mari"], ["", "x".repeat(256)]],
    [input("TEXT", { label: "Your pet's name" }), ["Pontu", "x".repeat(255)], ["", "\t", "x".repeat(256), "a\nb"]],
    [input("TEXT", { label: "Since", format: "DATE" }), ["2020-02-29"], ["2021-02-29", "today"]],
    [input("CHOICE", { label: "Where?", options }), ["south"], ["", "x"]]
  ])("is checked: %j", (question, accepted, rejected) => {
    const type = question.kind === "COLLECTION_INPUT" ? question.inputs[0] : "TEXT"
    for (const value of accepted) assert.deepStrictEqual(check(question, inputs({ [type]: value })), [], value)
    for (const value of rejected)
      assert.deepStrictEqual(check(question, inputs({ [type]: value })), [`INVALID_INPUT /inputs/${type}`], value)
    assert.deepStrictEqual(check(question, inputs({})), [`INVALID_INPUT /inputs/${type}`])
  })

  it("reaches the company as digits if it is a personal code", () => {
    const answer = inputs({ PERSONAL_CODE: "161175-19997" })
    const stored = SupplementInfo.normalize(input("PERSONAL_CODE"), answer, today)
    assert.deepStrictEqual(stored, inputs({ PERSONAL_CODE: "16117519997" }))
  })

  it.each<readonly [isShown: boolean, type: InputType, more: Omit<RequiredInput, "type">]>([
    [true, "TEXT", { label: "Your pet's name" }],
    [true, "CHOICE", { label: "Where?", options }],
    [true, "POSTAL_CODE", {}],
    [false, "TEXT", {}],
    [false, "CHOICE", { label: "Where?" }],
    [false, "CHOICE", { options }]
  ])("can be answered: %s, %s, %j", (isShown, type, more) => {
    const information = { REQUIRED_INPUT_TYPES: [type], REQUIRED_INPUTS: [{ type, ...more }] }
    assert.strictEqual(SupplementInfo.isQuestionShownIn(input(type, more), information), isShown)
    assert.isFalse(SupplementInfo.isQuestionShownIn(input(type, { ...more, format: "DIGITS" }), information))
  })
})

describe("Extra information", () => {
  it("keeps everything except requests once the client has answered", () => {
    const kept = {
      SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: "t",
      SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: "q",
      FAILURE_REASON: { code: "PARTIAL_DATA", message: "Some." }
    } as const
    const asked = {
      AVAILABLE_TWO_FACTOR_METHODS: [{ id: "sms", type: "SMS", label: "SMS" }],
      TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction: "Enter.", responseType: "NUMBER_CODE" },
      REFERENCE_NUMBER: "1234",
      REQUIRED_INPUT_TYPES: ["EMAIL"],
      REQUIRED_INPUTS: [{ type: "EMAIL" }],
      INSTRUCTIONS: [{ id: "1", etag: "e-1", url: "https://example.com", method: "GET", headers: {} }]
    } as const
    const information = { ...kept, ...asked }
    assert.deepStrictEqual(withoutRequests(information), kept)
    assert.deepStrictEqual(information, { ...kept, ...asked })
    const asking = Object.entries(information).filter(([key, value]) => asksForInput({ [key]: value }))
    assert.deepStrictEqual(
      asking.map(([key]) => key),
      Object.keys(asked).filter((key) => key !== "REFERENCE_NUMBER")
    )
    assert.isFalse(asksForInput())
  })
})

const requestOf = (etag: string): RequestObject => ({
  id: etag,
  etag,
  url: `https://login.nordhem.example/${etag}`,
  method: "GET",
  headers: {}
})
const execution = (...etags: ReadonlyArray<string>): ExtraInformation => ({ INSTRUCTIONS: etags.map(requestOf) })

describe("A question", () => {
  const two: Question = { kind: "RESPONSE_OBJECT", etags: ["e-1", "e-2"] }
  const instruction = { authenticationInstruction: "Enter the code.", responseType: "NUMBER_CODE" } as const
  const methods = (["sms", "app"] as const).map((id) => ({ id, type: "SMS" as const, label: id }))

  it.each<[shown: boolean, reason: string, Question, ExtraInformation]>([
    [true, "every input is listed", contact, { REQUIRED_INPUT_TYPES: ["MOBILE_PHONE_NUMBER", "EMAIL"] }],
    [false, "an input is missing", contact, { REQUIRED_INPUT_TYPES: ["EMAIL"] }],
    [false, "another input is listed", contact, { REQUIRED_INPUT_TYPES: ["EMAIL", "ACCOUNT_OWNER_NAME"] }],
    [true, "every type of input is listed", anything, { REQUIRED_INPUT_TYPES: [...known.literals] }],
    [false, "an extra input is listed", contact, { REQUIRED_INPUT_TYPES: [...InputType.literals] }],
    [false, "no input is listed", contact, {}],
    [true, "the instruction is present", digits, { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: instruction }],
    [false, "the instruction asks for another code", letters, { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: instruction }],
    [false, "the instruction is missing", digits, {}],
    [true, "every method is offered", choose, { AVAILABLE_TWO_FACTOR_METHODS: methods }],
    [false, "a method is not offered", choose, { AVAILABLE_TWO_FACTOR_METHODS: methods.slice(1) }],
    [false, "no method is offered", choose, {}],
    [false, "no request is present", two, {}],
    [true, "every request is present", two, execution("e-1", "e-2")],
    [false, "a request is missing", two, execution("e-1")],
    [false, "a request is repeated", { kind: "RESPONSE_OBJECT", etags: ["e-1", "e-1"] }, execution("e-1", "e-1")]
  ])("is shown: %s, because %s", (shown, _, question, information) => {
    assert.strictEqual(SupplementInfo.isQuestionShownIn(question, information), shown)
  })

  it("with several requests needs one response for each", () => {
    const left = SupplementInfo.remainingQuestion(two, { ...response, etag: "e-2" })
    assert.deepStrictEqual(left, execute)
    assert.isUndefined(SupplementInfo.remainingQuestion(execute, response))
    assert.deepStrictEqual(withoutInstruction({ ...execution("e-1", "e-2"), REFERENCE_NUMBER: "7" }, "e-2"), {
      ...execution("e-1"),
      REFERENCE_NUMBER: "7"
    })
    assert.deepStrictEqual(withoutInstruction({}, "e-1"), { INSTRUCTIONS: [] })
  })

  it.each<[string, Question, SupplementInfo.SupplementInfo]>([
    ["a form", contact, inputs(form)],
    ["a code", digits, code("1234")],
    ["a choice", choose, choice("app")]
  ])("needs only one input: %s", (_, question, answer) => {
    assert.isUndefined(SupplementInfo.remainingQuestion(question, answer))
  })
})
