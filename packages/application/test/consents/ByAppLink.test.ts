/** Consents that the person authorizes in the electronic-ID app on the same device, through a link (spec 2.4, 17). */
import { assert, describe } from "@effect/vitest"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import { Consents } from "@sheaf/ports"
import type { ReturnQuery } from "@sheaf/ports"
import { Effect } from "effect"
import { makeVisit } from "../BankVisit.ts"
import type { VisitOptions } from "../BankVisit.ts"
import { codeIn, confirm, requestWithReturnUrl, returnUrl } from "./ConfirmationSteps.ts"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import type { ExternalServices } from "./ConsentWorld.ts"
import * as Eid from "./ScriptedElectronicId.ts"

const personalCode = "40504040001"
const person = { type: "SMART_ID", personalCode, country: "EE" } as const

const bySmartId: Partial<CreateConsent> = {
  loginMethod: "SMART_ID",
  parameters: [...Consent.request().parameters, person]
}

const query: ReturnQuery = { verifier: "v" }

const stateIn = ({ electronicId }: Pick<ExternalServices, "electronicId">): string =>
  electronicId.requests.at(-1)?.callbackUrl?.split("/").at(-1) ?? assert.fail("no return address")

const comeBack = Effect.fnUntraced(function* (state: string, options: VisitOptions = { query }) {
  const returned = yield* (yield* Consents).handleReturn(makeVisit(state, options))
  if (returned._tag === "REDIRECTED") return returned.location
  return returned._tag === "RETURNED" && returned.isUndecided ? "UNDECIDED" : returned._tag
})

const signed = Effect.fnUntraced(function* (services: ExternalServices) {
  services.electronicId.opensLink = true
  const created = yield* Consent.createAwaiting(yield* requestWithReturnUrl(bySmartId))
  services.electronicId.progress = Eid.complete(personalCode)
  yield* Consent.passTime(4)
  return { ...created, state: stateIn(services) }
})

const isUnconfirmed = Effect.fnUntraced(function* (
  { bank }: ExternalServices,
  user: Parameters<typeof confirm>[0],
  consentId: string
) {
  yield* Consent.untilFailedWith(user, consentId, "NOT_CONFIRMED")
  assert.isEmpty(bank.identified, "the bank has not received a personal code")
  yield* Consent.passTime(3)
  yield* Consent.checkClosed(bank, consentId)
})

describe("a consent by a link to the app", () => {
  test("is authorized once the person is back and the client confirms its user", function* (services) {
    const { bank } = services
    const { body, consentId, state, user } = yield* signed(services)
    assert.hasAllKeys(body.authInstructions, ["appUrl"])
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AWAITING_AUTHORIZATION")
    const location = yield* comeBack(state)
    assert.match(location, new RegExp(`^https://app.example/done\\?consentId=${consentId}&code=[\\w-]{43}$`))
    yield* Consent.passTime(10)
    assert.notProperty(yield* Consent.statusOf(user, consentId), "authInstructions")
    assert.isEmpty(bank.identified, "the bank learns nothing of a person whom nobody confirmed")
    yield* confirm(user, consentId, codeIn(location))
    yield* Consent.passTime(2)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.deepStrictEqual(bank.identified, [personalCode])
    yield* confirm(user, consentId, codeIn(location))
    assert.strictEqual(yield* comeBack(state), "UNKNOWN")
  })

  test("has no link without an address to which Sheaf can send the person", function* ({ electronicId }) {
    const { body } = yield* Consent.createAwaiting({ ...Consent.request(), ...bySmartId })
    assert.notProperty(body.authInstructions ?? {}, "appUrl")
    assert.notProperty(electronicId.requests[0], "callbackUrl")
  })

  test("needs no return if the person scans the code instead", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl(bySmartId))
    electronicId.progress = Eid.complete(personalCode)
    yield* Consent.passTime(4)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.deepStrictEqual(bank.identified, [personalCode])
  })

  test("shows a page until the provider knows of a person who is back", function* (services) {
    services.electronicId.opensLink = true
    const { consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl(bySmartId))
    services.electronicId.meanwhile = (call) => (call === "collect" ? Eid.errorOf("UNREACHABLE") : Effect.void)
    assert.strictEqual(yield* comeBack(stateIn(services)), "UNDECIDED")
    services.electronicId.meanwhile = () => Effect.void
    services.electronicId.progress = Eid.complete(personalCode)
    yield* Consent.passTime(20)
    const code = codeIn(yield* comeBack(stateIn(services)))
    yield* confirm(user, consentId, code)
    yield* Consent.passTime(2)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
  })

  test("fails with another order's return, and the first return counts", function* (services) {
    const { consentId, state, user } = yield* signed(services)
    assert.strictEqual(yield* comeBack(state, { query: { other: "o" } }), `${returnUrl}?consentId=${consentId}`)
    yield* Consent.untilFailedWith(user, consentId, "REJECTED_BY_BANK")
    assert.strictEqual(codeIn(yield* comeBack(state)), "none")
  })

  test("fails with the return to another company's address", function* (services) {
    const { consentId, state, user } = yield* signed(services)
    assert.strictEqual(codeIn(yield* comeBack(state, { query, company: "se-kontobanken" })), "none")
    yield* isUnconfirmed(services, user, consentId)
  })

  test("knows no state that Sheaf did not make", function* (services) {
    const { consentId, state, user } = yield* signed(services)
    assert.strictEqual(yield* comeBack(`${state}0`), "UNKNOWN")
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AWAITING_AUTHORIZATION")
  })

  test("fails with a wrong code", function* (services) {
    const { consentId, state, user } = yield* signed(services)
    const code = codeIn(yield* comeBack(state))
    assert.strictEqual((yield* Effect.flip(confirm(user, consentId, `${code}x`)))._tag, "ConsentNotConfirmed")
    yield* isUnconfirmed(services, user, consentId)
  })

  test("fails if another user brings the code, because the link was forwarded", function* (services) {
    const { consentId, state, user } = yield* signed(services)
    const code = codeIn(yield* comeBack(state))
    const other = yield* Consent.userOf("mallory")
    assert.strictEqual((yield* Effect.flip(confirm(other, consentId, code)))._tag, "ConsentNotFound")
    yield* isUnconfirmed(services, user, consentId)
  })

  test("fails if nobody confirms it in time", function* (services) {
    const { consentId, state, user } = yield* signed(services)
    yield* comeBack(state)
    yield* Consent.passTime(5 * Consent.minute, 10)
    yield* isUnconfirmed(services, user, consentId)
  })

  test("fails if another person signed", function* (services) {
    const { consentId, state, user } = yield* signed(services)
    services.electronicId.progress = Eid.complete("50001029996")
    assert.strictEqual(codeIn(yield* comeBack(state)), "none")
    yield* Consent.untilFailedWith(user, consentId, "PERSON_MISMATCH")
  })
})
