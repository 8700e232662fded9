/** A bank's questions during a consent: which method to use, and which code the person received (spec 2.4, 2.5). */
import { assert, describe } from "@effect/vitest"
import type { ConsentAnswer } from "@sheaf/domain/SupplementInfo"
import { Consents } from "@sheaf/ports"
import type { AuthorizationQuestion, UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import * as World from "../collections/World.ts"

const methods = [
  { id: "app", type: "APP", label: "App" },
  { id: "sms", type: "SMS", label: "Text message" }
] as const

const choice: AuthorizationQuestion = { _tag: "Choice", authorizationId: "1", methods }
const code: AuthorizationQuestion = {
  _tag: "Code",
  authorizationId: "1",
  responseType: "NUMBER_CODE",
  information: "Enter the code.",
  image: "data:image/png;base64,iVBORw0K"
}
const codeInstructions = {
  twoFactorInstruction: { authenticationInstruction: "Enter the code.", responseType: "NUMBER_CODE" },
  image: "data:image/png;base64,iVBORw0K"
} as const

const chosen = (methodId: string): ConsentAnswer => ({ type: "TWO_FACTOR_CHOICE", methodId })
const entered = (value: string): ConsentAnswer => ({ type: "TWO_FACTOR_CODE", value })

const supply = Effect.fnUntraced(function* (user: UserCaller, consentId: string, answer: ConsentAnswer) {
  return (yield* (yield* Consents).supply(user, consentId, answer)).body
})

const refusalOf = (user: UserCaller, consentId: string, answer: ConsentAnswer) =>
  supply(user, consentId, answer).pipe(Effect.flip, Effect.map(Consent.describeError))

const asking = Effect.fnUntraced(function* (
  { bank, electronicId }: Pick<Consent.ExternalServices, "bank" | "electronicId">,
  question: AuthorizationQuestion
) {
  const asked = Consent.byElectronicId("SWEDISH_MOBILE_EID_OTHER_DEVICE")
  const { consentId, user } = yield* Consent.createAwaiting(asked)
  bank.state = { status: "partiallyAuthorised", granted: {} }
  bank.begun = question
  electronicId.progress = Eid.complete(Consent.personalNumber)
  yield* Consent.passTime(4)
  return { consentId, user }
})

const shownOf = Effect.fnUntraced(function* (user: UserCaller, consentId: string) {
  return (yield* Consent.statusOf(user, consentId)).authInstructions
})

const answersOf = ({ answers }: ScriptedBank) => answers.map(([answer]) => answer)

const granted = Effect.fnUntraced(function* (bank: ScriptedBank, user: UserCaller, consentId: string) {
  bank.state = { status: "valid", granted: {} }
  yield* Consent.passTime(4)
  const body = yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
  assert.notProperty(body, "authInstructions")
})

describe("a bank's questions about a consent", () => {
  test("are a method and then a code, and the consent is authorized", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* asking({ bank, electronicId }, choice)
    assert.deepStrictEqual(yield* shownOf(user, consentId), { twoFactorMethods: methods })
    bank.reply = code
    const next = yield* supply(user, consentId, chosen("sms"))
    assert.notProperty(next, "authInstructions")
    yield* Consent.passTime(2)
    assert.deepStrictEqual(yield* shownOf(user, consentId), codeInstructions)
    bank.reply = { _tag: "Started" }
    yield* supply(user, consentId, entered(" 123 456 "))
    yield* Consent.passTime(2)
    assert.deepStrictEqual(answersOf(bank), ["sms", "123456"])
    assert.strictEqual(Bank.countCalls(bank, "identify"), 1)
    yield* granted(bank, user, consentId)
  })

  test("can come after the login in its app", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* asking({ bank, electronicId }, code)
    bank.state = { status: "partiallyAuthorised", granted: {}, question: choice }
    yield* Consent.passTime(4)
    assert.deepStrictEqual(yield* shownOf(user, consentId), { twoFactorMethods: methods })
    bank.state = { status: "partiallyAuthorised", granted: {} }
    bank.reply = { _tag: "Started", challenge: { qrText: "code-1" } }
    yield* supply(user, consentId, chosen("app"))
    yield* Consent.passTime(2)
    assert.deepStrictEqual(yield* shownOf(user, consentId), { qrText: "code-1" })
    yield* granted(bank, user, consentId)
  })

  test("are not asked if there is one method", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* asking({ bank, electronicId }, { ...choice, methods: [methods[0]] })
    assert.notProperty(yield* Consent.statusOf(user, consentId), "authInstructions")
    assert.deepStrictEqual(answersOf(bank), ["app"])
    yield* granted(bank, user, consentId)
  })

  test("end the consent with a wrong code", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* asking({ bank, electronicId }, code)
    bank.meanwhile = Bank.runBeforeCall("answer", Bank.refused)
    yield* supply(user, consentId, entered("000000"))
    yield* Consent.untilFailedWith(user, consentId, "INCORRECT_TWO_FACTOR_CODE")
    yield* Consent.checkClosed(bank, consentId)
  })

  test("are answered once, with one key, while the bank is unreachable", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* asking({ bank, electronicId }, code)
    bank.meanwhile = Bank.runBeforeCall("answer", World.runOnce(Bank.unreachable))
    yield* supply(user, consentId, entered("123456"))
    yield* Consent.passTime(10)
    assert.deepStrictEqual(answersOf(bank), ["123456"])
    yield* granted(bank, user, consentId)
  })

  test("have a key for each answer, because a bank can ask twice", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* asking({ bank, electronicId }, code)
    bank.reply = code
    for (const value of ["111111", "222222"]) {
      yield* supply(user, consentId, entered(value))
      yield* Consent.passTime(2)
    }
    assert.deepStrictEqual(answersOf(bank), ["111111", "222222"])
    assert.strictEqual(new Set(bank.answers.map(([, key]) => key)).size, 2)
  })

  test("time out with the authorization", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* asking({ bank, electronicId }, code)
    yield* Consent.passTime(5 * Consent.minute)
    yield* Consent.untilFailedWith(user, consentId, "AUTHENTICATION_TIMEOUT")
  })

  test("accept only their user's valid answers", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* asking({ bank, electronicId }, choice)
    assert.strictEqual(yield* refusalOf(user, consentId, entered("123456")), "WRONG_INPUT_TYPE /type")
    assert.strictEqual(yield* refusalOf(user, consentId, chosen("pigeon")), "INVALID_INPUT /methodId")
    const other = yield* Consent.userOf("olle")
    assert.strictEqual(yield* refusalOf(other, consentId, chosen("sms")), "ConsentNotFound")
    assert.deepStrictEqual(yield* shownOf(user, consentId), { twoFactorMethods: methods })
    yield* supply(user, consentId, chosen("sms"))
    const again = yield* refusalOf(user, consentId, chosen("sms"))
    assert.strictEqual(again, "ConsentNotAwaitingInput AWAITING_AUTHORIZATION")
    yield* Consent.passTime(2)
    assert.deepStrictEqual(answersOf(bank), ["sms"])
  })

  test("accept no answer before they are asked", function* () {
    const { consentId, user } = yield* Consent.createAwaiting()
    const words = yield* refusalOf(user, consentId, entered("123456"))
    assert.strictEqual(words, "ConsentNotAwaitingInput AWAITING_AUTHORIZATION")
  })
})
