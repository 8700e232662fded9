/** Tests the page on which a person authorizes or rejects a consent at a sandbox bank. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Predicate } from "effect"
import { hash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import consentTexts from "../../src/banks/consentPage.json" with { type: "json" }
import orderTexts from "../../src/electronicId/orderPage.json" with { type: "json" }
import { identityOf } from "../../src/companies/SandboxCompanies.ts"
import { BankClient, ElectronicIdSandbox, layer } from "../../src/index.ts"
import { bankAccountsOf } from "../../src/records/BankAccounts.ts"
import * as Device from "../../src/testing/Device.ts"
import { fjallbanken } from "./Banks.ts"
import { byRedirect, create, dayAfter, Provider, returnUri, send } from "./Provider.ts"
import { liveTestWith } from "../TestSuites.ts"

const folder = mkdtempSync(join(tmpdir(), "sheaf-consent-page-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sandbox = Layer.effect(Provider, BankClient).pipe(
  Layer.provideMerge(layer({ loginHost: { host: "127.0.0.1", port: 0, folder } })),
  Layer.provide(ElectronicIdSandbox.layer)
)

const trusted = (): string => readFileSync(join(folder, "login-host.pem"), "utf8")

const browse = (
  url: string,
  form?: string,
  method = form === undefined ? "GET" : "POST",
  more: Readonly<Record<string, string>> = {}
) => {
  const headers = { ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }), ...more }
  return Effect.map(Device.sendRequest(url, { method, ca: trusted(), headers }, form), ({ body, response }) => ({
    status: response.statusCode,
    headers: response.headers,
    html: body
  }))
}

interface Request {
  readonly company?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly access?: object
}

const asked = Effect.fnUntraced(function* ({ access, company = "se-fjallbanken", headers = {} }: Request = {}) {
  const { body } = yield* create({ ...byRedirect, ...headers }, access && { access }, `/${company}`)
  const path = `/${company}/v1/consents/${body.consentId}`
  return {
    path,
    url: body._links?.["scaRedirect"]?.href ?? "",
    sca: body._links?.["scaStatus"]?.href ?? "",
    validUntil: yield* dayAfter(60),
    status: Effect.map(send("GET", `${path}/status`), ({ body }) => body.consentStatus)
  }
})

const accounts = bankAccountsOf(fjallbanken, "customer")
const ids = accounts.map(({ accountId }) => accountId)

const test = liveTestWith(sandbox)

const buttonsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<button name="decision" value="([^"]+)"[^>]*>([^<]+)</g)].map(([, name, text]) => [name, text])
  )

describe("a bank's page", () => {
  test("shows the requested access, the accounts, the last day and the decisions", function* () {
    const { url, validUntil } = yield* asked({
      headers: { "tpp-brand-logging-information": "Brask & co" }
    })
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/se-fjallbanken\/consents\/[0-9a-f]{64}$/)
    const { headers, html, status } = yield* browse(url)
    assert.strictEqual(status, 200)
    assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
    for (const text of [
      "Brask &amp; co (via Sheaf) vill läsa dina konton hos Fjällbanken.",
      "Saldon och transaktioner",
      validUntil,
      ...ids
    ])
      assert.include(html, text)
    for (const { accountName = "", iban } of accounts) {
      const number = iban?.replaceAll(/.{4}(?=.)/g, "$& ") ?? "Kort ••\\d{4}"
      assert.match(html, new RegExp(`<span>${accountName}</span><span>${number}</span>`))
    }
    assert.deepStrictEqual(buttonsIn(html), {
      approve: "Godkänn",
      refuse: "Neka",
      "approve-fewer": "Godkänn för de här kontona",
      "approve-until-tomorrow": "Godkänn bara till och med i morgon",
      "approve-for-a-minute": "Godkänn i en minut",
      cancel: "Avbryt utan att svara"
    })
  })

  for (const [company, psuLocale, language, title] of [
    ["se-fjallbanken", "sv-se", "sv", "Samtycke hos Fjällbanken"],
    ["ee-tuulepank", "et-ee", "et", "Nõusolek – Tuulepank"],
    ["lt-zuvedra", "lt-lt", "lt", "Sutikimas – Žuvėdros bankas"],
    ["lv-ozolbanka", "lv-lv", "lv", "Piekrišana – Ozolbanka"],
    ["fr-falaise", "fr-fr", "fr", "Consentement – Banque de la Falaise"],
    ["se-fjallbanken", "en-gb", "en", "Consent at Fjällbanken"],
    ["lt-zuvedra", "lv-lt", "lv", "Piekrišana – Žuvėdros bankas"],
    ["ee-tuulepank", "ru-ee", "et", "Nõusolek – Tuulepank"]
  ] as const) {
    test(`is in the language of the consent or of the market: ${psuLocale} at ${company}`, function* () {
      const { url } = yield* asked({ company, headers: { "psu-accept-language": psuLocale } })
      const { html } = yield* browse(url)
      assert.include(html, `<html lang="${language}">`)
      assert.include(html, `<h1>${title}</h1>`)
      const other = /<a href="\?language=(\w+)"/.exec(html)?.[1]
      assert.include((yield* browse(`${url}?language=${other}`)).html, `<html lang="${other}">`)
      assert.include((yield* browse(`${url}?language=tlh`)).html, `<html lang="${language}">`)
    })
  }

  test("has the bank's own logo and color, says that it is simulated, and allows no other style", function* () {
    const { headers, html } = yield* browse((yield* asked()).url)
    const { color, logo } = identityOf("se-fjallbanken") ?? assert.fail("no identity")
    assert.include(html, logo.slice(logo.indexOf("xmlns")))
    assert.include(html, `.bank{--accent:light-dark(${color},`)
    assert.include(html, "<header><span>Sandlåda: en påhittad bank. Inget här är på riktigt.</span></header>")
    const hashes = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(
      ([, style = ""]) => `'sha256-${hash("sha256", style, "base64")}'`
    )
    assert.include(String(headers["content-security-policy"]).split("; "), `style-src ${hashes.join(" ")}`)
    assert.notMatch(html.replaceAll(/<style>.*<\/style>/g, ""), /style=|url\(|<image|href="http/)
  })

  test("is in the browser's language if the service passes none", function* () {
    const { url } = yield* asked()
    assert.include((yield* browse(url, undefined, "GET", { "accept-language": "fr-FR,fr;q=0.9" })).html, 'lang="fr"')
    assert.include((yield* browse(url, undefined, "GET", { "accept-language": "tlh" })).html, 'lang="sv"')
  })

  test("shows errors in the browser's language, and consents in their own", function* () {
    const { url } = yield* asked({ headers: { "psu-accept-language": "sv-se" } })
    const inEnglish = { "accept-language": "en-GB,en;q=0.9" }
    const missing = url.replace(/[0-9a-f]{64}$/, "0".repeat(64))
    assert.include((yield* browse(missing, undefined, "GET", inEnglish)).html, '<html lang="en">')
    assert.include((yield* browse(missing)).html, '<html lang="sv">')
    assert.include((yield* browse(url, undefined, "GET", inEnglish)).html, '<html lang="sv">')
  })

  it("has every text in every language", () => {
    const keysOf = (value: unknown): unknown =>
      Predicate.isObject(value) ? Object.entries(value).map(([key, each]) => [key, keysOf(each)]) : typeof value
    for (const languages of [consentTexts, orderTexts]) {
      for (const texts of Object.values(languages)) assert.deepStrictEqual(keysOf(texts), keysOf(languages.en))
    }
  })

  test("is accessible and has no script", function* () {
    const { html } = yield* browse((yield* asked()).url)
    assert.match(html, /^<!doctype html>\n<html lang="sv">/)
    for (const wanted of [/<title>Samtycke hos Fjällbanken<\/title>/, /<h1>/, /<main>/, /<fieldset>\n<legend>/]) {
      assert.match(html, wanted)
    }
    assert.strictEqual(html.match(/<label><input type="checkbox"/g)?.length, accounts.length)
    assert.notMatch(html, /<script|javascript:|\son[a-z]+=/)
  })

  test("forbids caching, framing and forms to other sites", function* () {
    const { headers } = yield* browse((yield* asked()).url)
    const policy = String(headers["content-security-policy"])
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self' https: http:"]) {
      assert.include(policy.split("; "), part)
    }
    assert.strictEqual(headers["cache-control"], "no-store")
    assert.strictEqual(headers["referrer-policy"], "no-referrer")
    assert.strictEqual(headers["x-content-type-options"], "nosniff")
  })

  for (const [decision, result, status, scaStatus] of [
    ["approve", "approved", "valid", "finalised"],
    ["approve-fewer", "approved", "valid", "finalised"],
    ["approve-until-tomorrow", "approved", "valid", "finalised"],
    ["approve-for-a-minute", "approved", "valid", "finalised"],
    ["refuse", "refused", "rejected", "failed"],
    ["cancel", "cancelled", "received", "started"]
  ] as const) {
    test(`accepts ${decision} and redirects with the result ${result}`, function* () {
      const { sca, status: statusNow, url } = yield* asked()
      const answer = yield* browse(url, `decision=${decision}`)
      assert.strictEqual(answer.status, 303)
      assert.strictEqual(answer.headers["location"], `${returnUri}?result=${result}`)
      assert.strictEqual(yield* statusNow, status)
      assert.strictEqual((yield* send("GET", sca)).body.scaStatus, scaStatus)
    })
  }

  test("lets the person choose among the requested accounts", function* () {
    const wanted = ids.slice(0, 3)
    const numbers = accounts.slice(0, 3).map(({ iban = "" }) => ({ iban }))
    const { path, url } = yield* asked({ access: { balances: numbers } })
    const { html } = yield* browse(url)
    for (const accountId of wanted) assert.include(html, accountId)
    assert.notInclude(html, ids[3] ?? "")
    yield* browse(url, `decision=approve-fewer&account=${ids[1]}&account=${ids[2]}&account=${ids[3]}&account=no`)
    const granted = accounts.slice(1, 3).map(({ currency, iban = "" }) => ({ iban, currency }))
    assert.deepInclude((yield* send("GET", path)).body.access, { balances: granted })
  })

  test("shows only what the bank reports, and its maximum validity", function* () {
    const { url } = yield* asked({ company: "lv-ozolbanka", headers: { "psu-accept-language": "lv-lv" } })
    const { html } = yield* browse(url)
    assert.include(html, "<dd>Atlikumi<small>")
    assert.include(html, new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10))
  })

  test("returns 410 without the return address after the decision", function* () {
    const { status: statusNow, url } = yield* asked()
    yield* browse(url, "decision=refuse")
    for (const again of [yield* browse(url), yield* browse(url, "decision=approve")]) {
      assert.strictEqual(again.status, 410)
      assert.notInclude(again.html, returnUri)
      assert.deepStrictEqual(buttonsIn(again.html), {})
    }
    assert.strictEqual(yield* statusNow, "rejected")
  })

  test("accepts only the first of several simultaneous decisions", function* () {
    const { url } = yield* asked()
    const answers = yield* Effect.forEach(
      ["approve", "refuse", "approve-for-a-minute", "refuse"],
      (decision) => browse(url, `decision=${decision}`),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [303, 410, 410, 410])
  })

  test("returns 410 after the service has ended the consent", function* () {
    const { path, url } = yield* asked()
    yield* send("DELETE", path)
    assert.strictEqual((yield* browse(url)).status, 410)
  })

  test("allows a decision after a cancellation", function* () {
    const { status: statusNow, url } = yield* asked()
    yield* browse(url, "decision=cancel")
    yield* browse(url, "decision=approve")
    assert.strictEqual(yield* statusNow, "valid")
  })

  test("escapes texts, and keeps the return address's query", function* () {
    const awkward = "https://service.example/return/'%22%3E%3Cscript%3E?a=b&result=approved"
    const { url } = yield* asked({ company: "fr-falaise", headers: { "tpp-redirect-uri": awkward } })
    assert.include((yield* browse(url)).html, "Livret d&#39;épargne")
    const { headers } = yield* browse(url, "decision=refuse")
    assert.strictEqual(new URL(String(headers["location"])).searchParams.get("result"), "refused")
    assert.strictEqual(new URL(String(headers["location"])).searchParams.get("a"), "b")
  })

  test("exists only at its full address at its own bank", function* () {
    const { url } = yield* asked()
    const other = url.endsWith("0") ? "1" : "0"
    const strange = [
      `${url.slice(0, -1)}${other}`,
      url.slice(0, -1),
      `${url}0`,
      url.replace("se-fjallbanken", "se-klarvik"),
      url.replace("se-fjallbanken", "se-nobody"),
      url.replace(/[0-9a-f]{64}$/, ""),
      url.replace(/[0-9a-f]{64}$/, "..%2f..%2flogin-host.key"),
      url.replace(/[0-9a-f]{64}$/, "0".repeat(64))
    ]
    for (const each of strange) assert.strictEqual((yield* browse(each)).status, 404, each)
    assert.strictEqual((yield* browse(`${url}?theme=dark`)).status, 200)
  })

  for (const [index, [form, method, status]] of (
    [
      ["decision=approve-everything", "POST", 400],
      ["decision=approve&decision=refuse", "POST", 400],
      ["", "POST", 400],
      [`decision=approve&account=${"a".repeat(20_000)}`, "POST", 413],
      ["decision=approve", "PUT", 405],
      ["decision=approve", "PATCH", 405],
      [undefined, "DELETE", 405]
    ] as const
  ).entries()) {
    test(`rejects invalid form ${index}`, function* () {
      const { status: statusNow, url } = yield* asked()
      assert.strictEqual((yield* browse(url, form, method)).status, status)
      assert.strictEqual(yield* statusNow, "received")
    })
  }
})
