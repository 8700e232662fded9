/** Tests the page of an electronic-ID order, which stands in for the authenticator app (spec 12). */
import { afterAll, assert } from "@effect/vitest"
import { ElectronicId } from "@sheaf/ports"
import type { ElectronicIdRequest } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ElectronicIdSandbox, OrderPageServer } from "../../src/index.ts"
import { scenarioNamed, suiteWith } from "../TestSuites.ts"

const folder = mkdtempSync(join(tmpdir(), "sheaf-orders-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sandbox = ElectronicIdSandbox.layerWithPages(folder, Effect.succeed("https://sandbox.example"))

const numberOf = (scenario: string): string => {
  const parameter = scenarioNamed(scenario).parameters.find(({ type }) => type === "SWEDISH_EID")
  return parameter?.type === "SWEDISH_EID" ? parameter.personalNumber : assert.fail(scenario)
}

const pressed = numberOf("electronic-id-press-sign")
const products = ["INSURANCE", "WEALTH"] as const

let orders = 0

/** Uses a `_MOCK` method, because several orders for the same person would otherwise conflict. */
const ordered = Effect.fnUntraced(function* (personalNumber: string, more: Partial<ElectronicIdRequest> = {}) {
  const { collect, order } = yield* ElectronicId
  const loginMethod = "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK" as const
  const purpose = { clientName: "demo", products }
  const login = Redacted.make({ type: "SWEDISH_EID", personalNumber } as const)
  const request = { company: "se-nordhem", loginMethod, login, purpose } as const
  const made = yield* order({ ...request, ...more }, `order ${orders++}`)
  return { ...made, token: made.autoStartToken ?? "", progress: collect(made.orderRef) }
})

const visit = Effect.fnUntraced(function* (token: string, form?: string, language?: string, acceptLanguage = "") {
  const pages = yield* OrderPageServer.OrderPages
  const query = language === undefined ? "" : `?${new URLSearchParams({ language })}`
  const request = new Request(`https://sandbox.example${OrderPageServer.pathPrefix}${token}${query}`, {
    headers: { "accept-language": acceptLanguage },
    ...(form !== undefined && { method: "POST", body: form })
  })
  const response = HttpServerResponse.toWeb(
    yield* Effect.provideService(pages, HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request))
  )
  const body = yield* Effect.promise(() => response.text())
  return { statusCode: response.status, headers: Object.fromEntries(response.headers), body }
})

const titleOf = ({ body }: { readonly body: string }) => /<h1>(.*)<\/h1>/.exec(body)?.[1]

suiteWith(sandbox)("the page of an order", (test) => {
  test("shows who asks, the company, the person, the shared information and the code, in the market's language", function* () {
    const { token } = yield* ordered(pressed)
    yield* TestClock.adjust("14 seconds")
    const { body, statusCode } = yield* visit(token)
    assert.strictEqual(statusCode, 200)
    assert.match(body, /^<!doctype html>\n<html lang="sv">/)
    for (const text of [
      "demo",
      "Nordhem",
      "Försäkringar",
      "Sparande och pensioner",
      "sekund 14",
      "outstandingTransaction"
    ])
      assert.include(body, text)
    assert.deepStrictEqual(
      Array.from(body.matchAll(/name="press" value="(\w+)"[^>]*>([^<]+)</g), ([, press, text]) => [press, text]),
      [
        ["sign", "Skriv under"],
        ["cancel", "Avbryt"],
        ["expire", "Låt tiden gå ut"]
      ]
    )
    const english = yield* visit(token, undefined, "en")
    assert.strictEqual(titleOf(english), "Log in at Nordhem")
    assert.include(english.body, `<a href="?language=sv" lang="sv"`)
    // What only developers need is folded.
    const [shown = "", forTests = ""] = english.body.split("<details>")
    assert.include(shown, "Sign only if you started this yourself.")
    assert.include(forTests, "This page replaces the app.")
    assert.include((yield* visit(token, undefined, "tlh")).body, `<html lang="sv">`)
    assert.include((yield* visit(token, undefined, undefined, "fr-FR,en;q=0.5")).body, `<html lang="fr">`)
  })

  test("names a consent and its access, in the person's language", function* () {
    const scope = { type: "PSD2_AIS", balances: true, transactions: false } as const
    const purpose = { clientName: "demo", products: [], scope, locale: "en-se" }
    const { token } = yield* ordered(pressed, { company: "se-fjallbanken", purpose })
    const answer = yield* visit(token, undefined, undefined, "sv")
    assert.strictEqual(titleOf(answer), "Allow access to your accounts at Fjällbanken")
    assert.include(answer.body, "Accounts with balances")
  })

  test("forbids caching, framing, scripts and referrers on every response", function* () {
    const { token } = yield* ordered(pressed)
    for (const { headers, statusCode } of [
      yield* visit(token),
      yield* visit("unknown"),
      yield* visit(token, "press=all"),
      yield* visit(token, "press=sign")
    ]) {
      assert.strictEqual(headers["cache-control"], "no-store")
      assert.strictEqual(headers["referrer-policy"], "no-referrer")
      assert.strictEqual(headers["x-content-type-options"], "nosniff")
      if (statusCode === 303) continue
      const policy = headers["content-security-policy"]?.split("; ") ?? []
      assert.includeMembers(policy, ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
    }
  })

  for (const [press, hint, title] of [
    ["cancel", "userCancel", "Avbrutet"],
    ["expire", "expiredTransaction", "Tiden gick ut"]
  ] as const) {
    test(`ends the order with ${press}, and later presses change nothing`, function* () {
      const { progress, token } = yield* ordered(pressed)
      assert.deepInclude(yield* progress, { _tag: "Pending", hint: "outstandingTransaction" })
      assert.deepInclude(yield* visit(token, `press=${press}`), { statusCode: 303 })
      for (const again of ["sign", press]) assert.strictEqual((yield* visit(token, `press=${again}`)).statusCode, 303)
      assert.deepStrictEqual(yield* progress, { _tag: "Failed", hint })
      assert.strictEqual(titleOf(yield* visit(token)), title)
    })
  }

  test("signs: the app is open for as long as a state of the method lasts, and then the order is complete", function* () {
    const { progress, token } = yield* ordered(pressed, { loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST" })
    yield* visit(token, "press=sign", "en").pipe(
      Effect.map(({ headers }) => assert.strictEqual(headers["location"], `${token}?language=en`))
    )
    const signing = yield* progress
    assert.deepInclude(signing, { _tag: "Pending", hint: "userSign" })
    assert.strictEqual((yield* visit(token)).headers["refresh"], "1")
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual((yield* progress)._tag, "Complete")
    const signed = yield* visit(token)
    assert.strictEqual(titleOf(signed), "Underskrivet")
    assert.include(signed.body, "</svg>Nordhem</div>")
  })

  test("keeps a press and a cancellation across a restart", function* () {
    const [one, other] = [yield* ordered(pressed), yield* ordered(pressed)]
    yield* visit(one.token, "press=sign")
    yield* (yield* ElectronicId).cancel(other.orderRef)
    const after = Effect.gen(function* () {
      const { collect } = yield* ElectronicId
      assert.strictEqual((yield* collect(one.orderRef))._tag, "Complete")
      assert.deepStrictEqual(yield* collect(other.orderRef), { _tag: "Failed", hint: "cancelled" })
      assert.strictEqual(titleOf(yield* visit(other.token, undefined, "en")), "This request has ended")
    })
    yield* Effect.provide(after, Layer.fresh(sandbox))
  })

  test("of a scenario that continues on its own shows its progress without buttons", function* () {
    const request = { loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE" } as const
    const { progress, token } = yield* ordered(numberOf("electronic-id-moving-code"), request)
    yield* TestClock.adjust("19 seconds")
    const { body, headers } = yield* visit(token, undefined, "en")
    assert.include(body, "Moving, second 19")
    assert.notInclude(body, "<button")
    assert.strictEqual(headers["refresh"], "2")
    yield* visit(token, "press=cancel")
    yield* TestClock.adjust("1 second")
    assert.deepInclude(yield* progress, { _tag: "Pending", hint: "userSign" })
    assert.include((yield* visit(token, undefined, "en")).body, "Scanned")
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual((yield* progress)._tag, "Complete")
  })

  test("names the provider's error", function* () {
    const request = { loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE" } as const
    const { token } = yield* ordered(numberOf("electronic-id-error"), request)
    assert.include((yield* visit(token, undefined, "en")).body, "A link opens the app")
    yield* TestClock.adjust("5 seconds")
    const failed = yield* visit(token, undefined, "en")
    assert.include(failed.body, "certificateErr")
  })

  test("exists only under its token, and other addresses show a message in one of the browser's languages", function* () {
    const { token } = yield* ordered(pressed)
    for (const strange of [token.slice(1), `${token}0`, token.toUpperCase(), "..%2f", ""]) {
      assert.strictEqual((yield* visit(strange)).statusCode, 404, strange)
      assert.strictEqual((yield* visit(strange, "press=sign")).statusCode, 404, strange)
    }
    assert.strictEqual(titleOf(yield* visit("unknown", undefined, undefined, "de, sv;q=0.8")), "Sidan finns inte")
    assert.strictEqual(titleOf(yield* visit("unknown")), "This page does not exist")
  })

  test("rejects every form that is not exactly one press", function* () {
    const { progress, token } = yield* ordered(pressed)
    for (const form of ["", "press=", "press=all", "press=sign&press=cancel", "decision=sign", "{}"]) {
      assert.strictEqual((yield* visit(token, form)).statusCode, 400, form)
    }
    assert.strictEqual((yield* progress)._tag, "Pending")
  })

  test("is written when the order begins and when a person presses a button, but not when a person only opens the page", function* () {
    const { token } = yield* ordered(pressed)
    const files = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs] as const)
    const before = files()
    yield* visit(token)
    yield* visit(token, undefined, "en")
    assert.deepStrictEqual(files(), before)
    assert.notInclude(before.map(([name]) => name).join(), token)
  })
})
