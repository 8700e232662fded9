/** The sandbox's console at `/`, as browsers and programs see it (spec 12). */
import { assert, describe, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import * as Client from "./Client.ts"
import { browse } from "./Client.ts"

/** Chromium, Firefox and Safari all begin their `Accept` field like this. */
const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
const browser = { headers: { accept } }

const programs = [undefined, "*/*", "application/json", "application/json, text/plain, */*", "text/htmlx"]

describe("The sandbox's console", () => {
  layer(Client.over("open-<sesame>"))("in a sandbox with a demonstration key", (it) => {
    const test = testsOf(it, Client.Client)

    test("is the start page of browsers", function* () {
      const page = yield* browse("/", browser)
      assert.deepStrictEqual([page.status, page.header("vary")], [200, "Accept"])
      assert.include(page.text, 'data-api-key="open-&lt;sesame&gt;" data-version="2026-04-01"')
      assert.include(page.text, '<script type="module" src="/sandbox/console/main.js"></script>')
      assert.include(page.header("content-security-policy"), "default-src 'none'; script-src 'self'; style-src 'self'")
      assert.include(page.header("content-security-policy"), "frame-ancestors 'none'")
    })

    test("changes nothing for programs", function* () {
      for (const accept of programs) {
        const redirect = yield* browse("/", { headers: { accept } })
        assert.deepStrictEqual([redirect.status, redirect.header("location")], [303, "/docs"], accept)
        assert.strictEqual(redirect.header("vary"), "Accept")
      }
    })

    test("has files with names that change with their content", function* () {
      const script = yield* browse("/sandbox/console/main.js")
      assert.strictEqual(script.text, "run()")
      assert.strictEqual(script.header("content-type"), "text/javascript; charset=utf-8")
      assert.include(script.header("cache-control"), "immutable")
      const letters = yield* browse("/sandbox/console/letters.woff2", { headers: { "accept-encoding": "br" } })
      assert.deepStrictEqual([letters.header("content-type"), letters.text], ["font/woff2", "wOF2"])
      assert.include(letters.header("cache-control"), "immutable")
      for (const name of ["other.js", "constructor", "..%2Fmain.js"]) {
        assert.strictEqual((yield* browse(`/sandbox/console/${name}`)).status, 404, name)
      }
    })

    test("accepts webhooks, and nothing that a page of another site could send", function* () {
      const inbox = `/sandbox/inboxes/${"i".repeat(36)}`
      const headers = { "webhook-id": "event" }
      assert.strictEqual((yield* browse(inbox, { method: "POST", body: "{}", headers })).status, 204)
      assert.strictEqual((yield* browse(inbox, { method: "POST", body: "{}" })).status, 404)
    })

    test("refuses names and queries that no inbox has", function* () {
      assert.strictEqual((yield* browse("/sandbox/inboxes/short?after=0")).status, 404)
      assert.strictEqual((yield* browse(`/sandbox/inboxes/${"i".repeat(36)}?after=now`)).status, 400)
      assert.strictEqual((yield* browse(`/sandbox/inboxes/${"j".repeat(36)}?after=0`)).text, "[]")
    })
  })

  layer(Client.over(undefined))("without a demonstration key", (it) => {
    const test = testsOf(it, Client.Client)

    test("does not exist", function* () {
      assert.strictEqual((yield* browse("/", browser)).status, 303)
      assert.strictEqual((yield* browse("/sandbox/console/main.js")).status, 404)
      const inbox = `/sandbox/inboxes/${"i".repeat(36)}`
      assert.strictEqual((yield* browse(`${inbox}?after=0`)).status, 404)
      assert.strictEqual((yield* browse(inbox, { method: "POST", body: "{}" })).status, 404)
    })
  })

  layer(Client.overProduction)("in production", (it) => {
    const test = testsOf(it, Client.Client)

    test("has no paths", function* () {
      const inbox = `/sandbox/inboxes/${"i".repeat(36)}`
      for (const path of ["/sandbox/console/main.js", `${inbox}?after=0`]) {
        assert.strictEqual((yield* browse(path)).problem.code, "UNKNOWN_ROUTE")
      }
    })
  })
})
