/**
 * Stored consents at a bank where people log in before the consent exists. People visit the bank's pages twice, and
 * each visit has its own return state (spec 2.4, 16).
 */
import { assert, describe } from "@effect/vitest"
import { BankError, Consents } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { makeVisit } from "../BankVisit.ts"
import type { VisitOptions } from "../BankVisit.ts"
import type * as World from "../collections/World.ts"
import * as ConfirmationSteps from "../consents/ConfirmationSteps.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import * as LoginBank from "./LoginBank.ts"
import { issuer } from "./OAuthBank.ts"

const test = (name: string, body: (bank: LoginBank.LoginBank) => ReturnType<World.TestBody<[]>>) => {
  const bank = LoginBank.make()
  Consent.testWith({ bank })(name, () => body(bank))
}

const visit = Effect.fnUntraced(function* (state: string, options: VisitOptions = {}) {
  const returned = yield* (yield* Consents).handleReturn(makeVisit(state, options))
  if (returned._tag === "REDIRECTED") return returned.location
  return returned._tag === "RETURNED" ? (returned.isUndecided ? "UNDECIDED" : returned.outcome) : returned._tag
})

const loginStateOf = ({ logins }: LoginBank.LoginBank) => logins.at(-1) ?? assert.fail("nobody logs in")

const logIn = (bank: LoginBank.LoginBank, code = "a", iss = issuer) =>
  visit(loginStateOf(bank), { response: { code: Redacted.make(code), iss } })

const pageOf = ({ authInstructions }: Effect.Success<ReturnType<typeof Consent.statusOf>>) =>
  authInstructions?.redirectUrl

const loggedIn = Effect.fnUntraced(function* (bank: LoginBank.LoginBank, isOfClient = false) {
  const made = yield* Consent.createAwaiting(isOfClient ? yield* ConfirmationSteps.requestWithReturnUrl() : undefined)
  assert.strictEqual(pageOf(made.body), LoginBank.loginUrl)
  assert.isEmpty(bank.requests)
  const login = yield* logIn(bank)
  assert.strictEqual(pageOf(yield* Consent.statusOf(made.user, made.consentId)), Bank.redirectUrl)
  return { ...made, login }
})

describe("a bank at which people log in before the consent", () => {
  test("creates the consent with the person's token, and authorizes it after the second visit", function* (bank) {
    const { consentId, login, user } = yield* loggedIn(bank)
    assert.strictEqual(login, "PENDING")
    assert.deepStrictEqual([bank.renewed, bank.tokens], [["code a"], ["token 1"]])
    assert.notStrictEqual(Bank.returnState(bank), loginStateOf(bank))
    bank.state = { status: "valid", granted: {} }
    assert.strictEqual(yield* visit(Bank.returnState(bank)), "AUTHORIZED")
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.deepStrictEqual(bank.used, ["token 1"])
  })

  test("gives the code of the client's user only after the consent's page", function* (bank) {
    const { consentId, login, user } = yield* loggedIn(bank, true)
    assert.strictEqual(login, `${ConfirmationSteps.returnUrl}?consentId=${consentId}`)
    bank.state = { status: "valid", granted: {} }
    // The return state of the login no longer works. Otherwise, whoever began the consent could use it to get the code.
    assert.strictEqual(yield* logIn(bank), "UNKNOWN")
    const location = yield* visit(Bank.returnState(bank))
    yield* ConfirmationSteps.confirm(user, consentId, ConfirmationSteps.codeIn(location))
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
  })

  test("gives no code to a visitor who returns from the consent's page long before the grant", function* (bank) {
    const { consentId, user } = yield* loggedIn(bank, true)
    assert.strictEqual(yield* visit(Bank.returnState(bank)), "UNDECIDED")
    yield* Consent.passTime(15)
    bank.state = { status: "valid", granted: {} }
    assert.strictEqual(ConfirmationSteps.codeIn(yield* visit(Bank.returnState(bank))), "none")
    yield* Consent.passTime(10)
    yield* Consent.untilFailedWith(user, consentId, "NOT_CONFIRMED")
  })

  test("keeps waiting if the person cancels the login, and asks for no consent until the end", function* (bank) {
    const { consentId, user } = yield* Consent.createAwaiting()
    assert.strictEqual(yield* visit(loginStateOf(bank)), "PENDING")
    yield* Consent.passTime(4)
    assert.strictEqual(pageOf(yield* Consent.statusOf(user, consentId)), LoginBank.loginUrl)
    yield* Consent.passTime(700)
    yield* Consent.untilFailedWith(user, consentId, "AUTHENTICATION_TIMEOUT")
    assert.strictEqual(yield* logIn(bank), "ENDED")
    assert.isEmpty(bank.requests)
  })

  test("accepts a login once, and nothing with another state", function* (bank) {
    const { consentId, user } = yield* loggedIn(bank)
    for (const state of [loginStateOf(bank), `${loginStateOf(bank)}0`, "a"])
      assert.strictEqual(yield* visit(state, { response: { code: Redacted.make("b"), iss: issuer } }), "UNKNOWN")
    assert.deepStrictEqual(bank.renewed, ["code a"])
    const consentState = Bank.returnState(bank)
    bank.state = { status: "valid", granted: {} }
    yield* visit(consentState)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.strictEqual(yield* visit(consentState), "UNKNOWN")
  })

  test("ends the consent if another server issued the login's code", function* (bank) {
    const { consentId, user } = yield* Consent.createAwaiting()
    yield* logIn(bank, "a", "https://other.example")
    yield* Consent.untilFailedWith(user, consentId, "REJECTED_BY_BANK")
    assert.isEmpty(bank.renewed)
  })

  test("ends the consent if the token lacks the scope, or if the bank refuses the consent afterwards", function* (bank) {
    bank.afterRenewal = Effect.fail(new BankError({ reason: "BROKEN" }))
    const scopeless = yield* Consent.createAwaiting()
    yield* logIn(bank)
    yield* Consent.untilFailedWith(scopeless.user, scopeless.consentId, "BANK_UNAVAILABLE")
    bank.afterRenewal = Effect.void
    bank.meanwhile = Bank.runBeforeCall("createConsent", Bank.refused)
    const refused = yield* Consent.createAwaiting(undefined, scopeless.user)
    yield* logIn(bank, "c")
    yield* Consent.untilFailedWith(refused.user, refused.consentId, "REJECTED_BY_BANK")
  })
})
