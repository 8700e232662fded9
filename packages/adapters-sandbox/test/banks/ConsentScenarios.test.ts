import { assert, describe, it, layer } from "@effect/vitest"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { ConsentError } from "@sheaf/domain/ConsentStatusObject"
import { check } from "@sheaf/domain/CreateConsent"
import type { Identity } from "@sheaf/domain/CreateConsent"
import { statusOfFailure } from "@sheaf/domain/ElectronicId"
import * as Market from "@sheaf/domain/Market"
import * as PersonalNumber from "@sheaf/domain/PersonalNumber"
import { ElectronicId } from "@sheaf/ports"
import type { BankConsentStatus } from "@sheaf/ports"
import { Clock, Effect, Layer, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { availabilityOf, companies } from "../../src/companies/Companies.ts"
import { consentCatalogue, ElectronicIdSandbox } from "../../src/index.ts"
import { bankOf, banksIn, press, returnUrl } from "./Banks.ts"

const today = "2026-04-01"
const waiting = ["INITIATED", "AWAITING_AUTHORIZATION"] as const

/** The statuses of an entry, and the reason if it fails. */
const historyOf = ({ errorCode, visits }: ConsentScenario): ReadonlyArray<string> => [
  ...visits,
  ...(errorCode === undefined ? [] : [errorCode])
]

/** Each login method by its place, or once without one. */
const waysOf = ({ loginMethods }: ConsentScenario): ReadonlyArray<number> =>
  loginMethods.length === 0 ? [0] : [...loginMethods.keys()]

const orderOf = ({ company, loginMethods, parameters }: ConsentScenario, index = 0) => {
  const [found, loginMethod] = [companies.find(({ id }) => id === company), loginMethods[index]]
  assert.isDefined(found, company)
  if (found === undefined) throw new Error(company)
  const request = { company, parameters, ...(loginMethod !== undefined && { loginMethod }) }
  return check(request, availabilityOf(found), today)
}

describe("the list of consent scenarios", () => {
  it("reaches every status, and every reason of a failure", () => {
    const visited = new Set(consentCatalogue.flatMap(({ visits }) => visits))
    assert.sameMembers([...visited], [...ConsentStatus.all])
    const codes = new Set(consentCatalogue.flatMap(({ errorCode }) => (errorCode === undefined ? [] : [errorCode])))
    assert.sameMembers([...codes], [...ConsentError.fields.code.literals])
    const markets = new Set(consentCatalogue.map(({ company }) => company.slice(0, 2)))
    assert.sameMembers([...markets], [...Market.all])
  })

  it.each(consentCatalogue)("can be sent as it is, with each login method: $scenario", (entry) => {
    const { loginMethods, parameters, redirect } = entry
    assert.strictEqual(redirect === undefined, loginMethods.length > 0)
    for (const index of waysOf(entry)) {
      assert.isTrue(Result.isSuccess(orderOf(entry, index)), entry.scenario)
    }
    for (const parameter of parameters) {
      if (parameter.type !== "SWEDISH_EID") continue
      const { personalNumber } = parameter
      assert.strictEqual(PersonalNumber.normalize(personalNumber, { today }), personalNumber, "a valid check digit")
    }
  })
})

const folder = mkdtempSync(join(tmpdir(), "sheaf-consent-scenarios-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const statusOf: Partial<Record<BankConsentStatus, ReadonlyArray<string>>> = {
  received: [],
  valid: ["AUTHORIZED"],
  rejected: ["FAILED", "REJECTED_BY_BANK"],
  expired: ["AUTHORIZED", "EXPIRED"],
  revokedByPsu: ["AUTHORIZED", "REVOKED"],
  terminatedByTpp: ["AUTHORIZED", "REVOKED"]
}

const failures = {
  AUTHENTICATION_TIMEOUT: "AUTHENTICATION_TIMEOUT",
  AUTHENTICATION_CANCELLED: "USER_CANCELLED",
  AUTHENTICATION_CONFLICT: "USER_CANCELLED",
  AUTHENTICATION_ERROR: "REJECTED_BY_BANK"
} as const

/** What the provider of the electronic ID lets a consent come to (decisions 6, 9); nothing where the person identified. */
const identify = Effect.fnUntraced(function* (company: string, { loginMethod, personalNumber }: Identity, key: string) {
  const provider = yield* ElectronicId
  const request = { company, loginMethod, personalNumber: Redacted.make(personalNumber) }
  const order = yield* Effect.result(provider.order(request, key))
  if (order._tag === "Failure") {
    return ["FAILED", order.failure.reason === "REFUSED" ? "REJECTED_BY_BANK" : "USER_CANCELLED"]
  }
  for (let count = 0; count < 20; count++) {
    const progress = yield* provider.collect(order.success.orderRef)
    if (progress._tag === "Failed") return [waiting[1], "FAILED", failures[statusOfFailure(progress.hint)]]
    if (progress._tag === "Complete") {
      const signed = progress.personalNumber && Redacted.value(progress.personalNumber)
      return signed === personalNumber ? undefined : [waiting[1], "FAILED", "PERSON_MISMATCH"]
    }
    yield* TestClock.adjust(progress.afterMillis)
  }
  return [waiting[1], "FAILED", "AUTHENTICATION_TIMEOUT"]
})

const once = (status: Effect.Effect<{ readonly status: BankConsentStatus }, unknown>) =>
  Effect.map(Effect.retry(status, { times: 1 }), (state) => state.status)

/** Drives an entry as the service would, and tells what the consent came to after INITIATED. */
const drive = Effect.fnUntraced(function* (entry: ConsentScenario, index: number) {
  const { collect, company, expire, redirect, revoke, scenario } = entry
  const bank = yield* bankOf(company)
  const { identity, terms } = Result.getOrThrow(orderOf(entry, index))
  const key = `${scenario}/${index}`
  const made = yield* Effect.result(
    bank.createConsent(
      {
        ...terms,
        authorisation:
          identity === undefined
            ? { _tag: "REDIRECT", returnUrl }
            : { _tag: "ELECTRONIC_ID", personalNumber: Redacted.make(identity.personalNumber) }
      },
      key
    )
  )
  if (made._tag === "Failure") return ["FAILED", "BANK_UNAVAILABLE"]
  const { bankConsentId } = made.success
  if (identity === undefined) yield* press(folder, redirect ?? "")(made.success)
  else {
    const ended = yield* identify(company, identity, key)
    if (ended !== undefined) return ended
    yield* bank.identify(bankConsentId, Redacted.make(identity.personalNumber), key)
  }
  const status = once(bank.status(bankConsentId))
  const authorised = yield* status
  if (collect) yield* Effect.ignore(Effect.retry(bank.accounts(bankConsentId, {}), { times: 1 }))
  if (revoke) yield* bank.revoke(bankConsentId)
  if (expire && authorised === "valid") yield* TestClock.adjust(61_000)
  const reached = statusOf[yield* status] ?? []
  return [waiting[1], ...(reached.length > 0 ? reached : ["FAILED", "AUTHENTICATION_TIMEOUT"])]
})

const adapters = Layer.merge(banksIn(folder), ElectronicIdSandbox.layer)

layer(adapters)("the sandbox", (it) => {
  it.effect.each(consentCatalogue)("does what the list says: $scenario", (entry) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Math.max(Date.parse(today), yield* Clock.currentTimeMillis))
      for (const index of waysOf(entry)) {
        const reached = ["INITIATED", ...(yield* drive(entry, index))]
        assert.deepStrictEqual(reached, [...historyOf(entry)], entry.loginMethods[index] ?? "by page")
        yield* TestClock.adjust("4 minutes")
      }
    })
  )
})
