/** Tests the page that people see when they return from a bank (spec 2.4). */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import * as Client from "../Client.ts"
import { returnVisits } from "../TestUsers.ts"

const browser = { "authorization-token": undefined, "service-version": undefined, accept: "text/html,*/*;q=0.8" }

const come = (state: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  Client.send(`/consents/return/se-fjallbanken/${state}`, { method, headers: { ...browser, ...headers } })

layer(Client.layer)("The return page", (it) => {
  const test = testsOf(it, Client.Client)

  for (const [state, language, text] of [
    ["authorized", "sv", "Ditt samtycke gäller"],
    ["awaiting", "fr", "Merci"],
    ["failed", "en", "Nothing was approved"]
  ] as const) {
    test(`shows the consent's state in its language: ${state}`, function* () {
      const answer = yield* come(state)
      assert.strictEqual(answer.status, 200)
      assert.include(answer.text, `<html lang="${language}">`)
      assert.include(answer.text, `<h1>${text}</h1>`)
    })
  }

  test("shows the company's name and logo, and the text in another language", function* () {
    const { text } = yield* come("authorized")
    assert.match(text, /<img src="data:image\/svg\+xml;base64,\S+" alt="">Fjäll &amp; Co</)
    assert.include(text, '<details lang="en"><summary>In English</summary>')
    assert.include((yield* come("failed")).text, '<details lang="sv"><summary>På svenska</summary>')
  })

  test("is in the browser's language if the client passed none, or else in the market's", function* () {
    const visit = (language?: string) =>
      Client.send("/collections/return/se-fjallbanken/collecting", {
        headers: { ...browser, ...(language !== undefined && { "accept-language": language }) }
      })
    assert.include((yield* visit("fr-FR,fr;q=0.9")).text, '<html lang="fr">')
    assert.include((yield* visit("de")).text, '<html lang="sv">')
    assert.include((yield* visit()).text, '<html lang="sv">')
    assert.include((yield* come("authorized", { "accept-language": "fr" })).text, '<html lang="fr">')
    assert.include((yield* come("awaiting", { "accept-language": "en" })).text, '<html lang="fr">')
  })

  test("hands returns to collections with their state, bank and response", function* () {
    const visit = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
      Client.send(`/collections/return/${path}`, { method, headers: { ...browser, ...headers } })
    const own = yield* visit("se-fjallbanken/collecting?code=1&confirmationCode=a%2Bb", { "accept-language": "sv" })
    assert.include(own.text, '<html lang="sv">')
    assert.include(own.text, "<h1>Tack</h1>")
    assert.deepStrictEqual([returnVisits.company, returnVisits.response], ["se-fjallbanken", ["a+b", undefined]])
    assert.include((yield* visit("se-klarvik?code=c&state=collecting&iss=d")).text, "Tack")
    assert.deepStrictEqual([returnVisits.company, returnVisits.response], ["se-klarvik", ["c", "d"]])
    assert.include((yield* visit("se-fjallbanken/elsewhere")).text, "Nothing was shared")
    for (const path of ["se-klarvik?code=b&state=used", "se-klarvik?code=b&state=collecting&state=collecting"]) {
      const answer = yield* visit(path)
      assert.strictEqual(answer.status, 404)
      assert.include(answer.header("content-type"), "text/html")
    }
    assert.strictEqual((yield* visit("se-klarvik/used", { accept: "*/*" })).problem.code, "NOT_FOUND")
    assert.strictEqual((yield* visit("se-klarvik/collecting", { "sec-purpose": "prefetch" })).status, 404)
    assert.strictEqual((yield* visit("se-klarvik/used", {}, "HEAD")).status, 200)
  })

  test("loads and runs nothing, sends no referrer, and is not cached", function* () {
    for (const state of ["authorized", "unknown"]) {
      const answer = yield* come(state)
      assert.include(answer.header("content-security-policy"), "default-src 'none'")
      assert.strictEqual(answer.header("referrer-policy"), "no-referrer")
      assert.strictEqual(answer.header("cache-control"), "no-store")
      assert.notMatch(answer.text, /<script|src="(?!data:image)|href=/)
    }
  })

  test("redirects with a cookie for the first browser, and reads the cookie", function* () {
    const first = yield* come("first")
    assert.strictEqual(first.status, 303)
    const cookie = "__Host-sheaf-return=own; Path=/; Secure; Max-Age=600; HttpOnly; SameSite=Lax"
    assert.strictEqual(first.header("set-cookie"), cookie)
    const again = yield* come("unknown", { cookie: "a=b; __Host-sheaf-return=own" })
    assert.strictEqual(again.header("location"), first.header("location"))
    assert.isUndefined(again.header("set-cookie"))
  })

  test("ignores the query that the bank adds", function* () {
    const plain = yield* come("failed")
    const answer = yield* come("failed?status=valid&status=x&code=%3Cscript%3E")
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.text, plain.text)
  })

  test("reads an authorization server's response only at the address that a bank's consents share", function* () {
    yield* come("authorized?code=a&iss=b")
    assert.isUndefined(returnVisits.response)
    const shared = (query: string) => Client.send(`/consents/return/se-fjallbanken?${query}`, { headers: browser })
    const answer = yield* shared("code=a%2Bb&state=authorized&iss=https%3A%2F%2Fbank.example")
    assert.include(answer.text, "Ditt samtycke gäller")
    assert.deepStrictEqual(returnVisits.response, ["a+b", "https://bank.example"])
    // Repeated parameters count as absent (RFC 6749 §3.1).
    assert.strictEqual((yield* shared("state=authorized&state=authorized&code=a")).status, 404)
    for (const query of ["state=authorized", "state=authorized&code=", "state=authorized&code=a&code=b"]) {
      assert.strictEqual((yield* shared(query)).status, 200)
      assert.isUndefined(returnVisits.response)
    }
    assert.strictEqual((yield* shared("code=a")).status, 404)
  })

  test("reads a bank's confirmation code only at the consent's own address", function* () {
    for (const name of ["confirmationCode", "authConfirmationCode"]) {
      yield* come(`authorized?${name}=a%2Bb&result=approved`)
      assert.deepStrictEqual(returnVisits.response, ["a+b", undefined])
      yield* Client.send(`/consents/return/se-fjallbanken?state=authorized&${name}=a`, { headers: browser })
      assert.isUndefined(returnVisits.response)
    }
    yield* come("authorized?confirmationCode=a&confirmationCode=b")
    assert.isUndefined(returnVisits.response)
  })

  test("reports a used address in one of the browser's languages", function* () {
    const answer = yield* come("unknown", { "accept-language": "de-DE,sv;q=0.8,en;q=0.5" })
    assert.strictEqual(answer.status, 404)
    assert.strictEqual(answer.header("content-type"), "text/html; charset=utf-8")
    assert.include(answer.text, "Adressen är ogiltig eller redan använd")
  })

  test("is a problem document for programs at an unknown address", function* () {
    assert.strictEqual((yield* come("unknown", { accept: "*/*" })).problem.code, "NOT_FOUND")
  })

  test("does not count HEAD and prefetches as a return", function* () {
    const before = returnVisits.count
    assert.strictEqual((yield* come("authorized", {}, "HEAD")).status, 200)
    const prefetch = { "sec-purpose": "prefetch;prerender" }
    assert.strictEqual((yield* come("authorized", prefetch)).status, 404)
    assert.strictEqual(
      (yield* Client.send("/collections/return/se-fjallbanken/collecting", { headers: prefetch })).status,
      404
    )
    assert.strictEqual(returnVisits.count, before)
  })
})
