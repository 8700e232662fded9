/** Tests the documentation pages: their common layout, files, security policy and search. */
import { assert, describe, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as Client from "../Client.ts"
import { browse, send } from "../Client.ts"
import * as World from "../World.ts"

const shellFiles = Effect.succeed({
  script: "shell.js",
  style: "shell.css",
  typeface: "letters.woff2",
  files: { "shell.js": "run()", "shell.css": "a{}", "letters.woff2": "d09GMg==" }
})

const pages = ["/docs", "/docs/2025-01-01", "/docs/2026-04-01", "/docs/2026-04-01/collections", "/docs/guides"]

const browser = { headers: { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" } }

describe("The documentation", () => {
  layer(Client.over(World.layer, { demonstrationKey: "open-<sesame>", shellFiles }))(
    "with a demonstration key",
    (it) => {
      const test = testsOf(it, Client.Client)

      test.each(pages)("lets readers run examples with the key: %s", function* (_, path) {
        assert.include(
          (yield* browse(path)).text,
          '<body data-version="2026-04-01" data-api-key="open-&lt;sesame&gt;">'
        )
      })

      test.each([...pages, "/problems/not-found", "/nowhere"])(
        "has the shell, and loads only this service's files: %s",
        function* (_, path) {
          const page = yield* browse(path, browser)
          for (const link of ["/docs/guides", "/docs"]) assert.include(page.text, `<a href="${link}"`)
          assert.include(page.text, '<link rel="stylesheet" href="/docs/assets/shell.css">')
          assert.include(page.text, '<script type="module" src="/docs/assets/shell.js"></script>')
          assert.notMatch(page.text, /<script(?! type="module" src="\/docs\/assets\/)|<style|\son[a-z]+="/)
          const policy = page.header("content-security-policy") ?? ""
          assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self';/)
          assert.notMatch(policy, /unsafe|http/)
        }
      )

      test("begins the reference with what every request needs, and ends it with a card for each other page", function* () {
        const { text } = yield* browse("/docs/2026-04-01")
        const head = text.slice(0, text.indexOf('id="collect-once"'))
        for (const part of [
          "Base URL",
          "Authorization-token: sheaf-demo",
          'data-language="sh" data-get="/companies/availability?market=se"'
        ])
          assert.include(head, part)
        for (const name of ["system", "return-from-the-bank", "models"])
          assert.include(text, `<li><a href="/docs/2026-04-01/${name}">`)
      })

      test("has files with names that change with their content", function* () {
        const script = yield* browse("/docs/assets/shell.js")
        assert.strictEqual(script.header("cache-control"), "public, max-age=31536000, immutable")
        assert.strictEqual(script.header("content-type"), "text/javascript; charset=utf-8")
        const { problem, status } = yield* browse("/docs/assets/other.js")
        assert.deepStrictEqual([status, problem.code], [404, "NOT_FOUND"])
      })
    }
  )

  layer(Client.layer)("without one", (it) => {
    const test = testsOf(it, Client.Client)

    test.each([
      [
        "/nope/%3Cb%3E",
        "<h1>There is no page here.</h1>",
        "<code>/nope/%3Cb%3E</code>",
        '<li><a href="/docs/guides">All guides</a></li>'
      ],
      [
        "/collection",
        '<a href="/docs/2026-04-01/collections#startCollection"><code>/collections</code></a>',
        '<div class="find" data-searchable>'
      ],
      ["/docs/guides/nope", "<h1>This guide does not exist.</h1>", '<a href="/docs/guides">all guides</a>'],
      [
        "/collections?a='$(b)",
        '>"Authorization-token: $API_KEY"<',
        '>"http://127.0.0.1:8080/collections?a=%27%24(b)"<'
      ],
      [
        "/problems/rate-limit",
        "<h1>No error is called RATE_<wbr>LIMIT.</h1>",
        '<a href="/problems/rate-limited">RATE_<wbr>LIMITED</a>'
      ],
      [
        "/problems/incorrect-credentials",
        "<h1>INCORRECT_<wbr>CREDENTIALS is a status of collections, not an error.</h1>",
        "The login credentials are wrong.",
        '<a class="action" href="/docs/guides/specification#31-collection-statuses">'
      ],
      [
        "/problems/revoked",
        "<h1>REVOKED is a status of consents, not an error.</h1>",
        'href="/docs/guides/specification#34-consent-statuses"'
      ],
      [
        "/problems/collection-timeout",
        "<h1>COLLECTION_<wbr>TIMEOUT is a reason why a collection failed, not an error.</h1>",
        'href="/docs/guides/specification#25-collection-status-and-supplementary-inp"'
      ],
      [
        "/problems/person-mismatch",
        "<h1>PERSON_<wbr>MISMATCH is a reason why a consent failed, not an error.</h1>",
        'href="/docs/guides/specification#34-consent-statuses"'
      ],
      [
        "/problems/qqqqqqqq",
        "<h1>No error is called QQQQQQQQ.</h1>",
        '<a href="/docs/guides/errors">the list of errors</a>'
      ],
      ["/problems/not-found", "<code>NOT_FOUND</code>", '<a href="/problems/not-found" aria-current="page">'],
      [
        "/problems/rate-limited",
        '<a class="action" href="/docs/guides/integrate#errors-and-retries">How to retry</a>',
        "<code>RATE_LIMITED</code>"
      ]
    ])("says to people what a failure means to them: %s", function* (_, [path = "", ...texts]) {
      const page = yield* browse(path, browser)
      for (const text of texts) assert.include(page.text, text)
      const isAbout = /not-found|rate-limited/.test(path)
      assert.include(page.text, isAbout ? "What it means" : "Quote it when you ask for help.")
    })

    test("leads people from the list's short path to the list of errors", function* () {
      const { headers, status } = yield* browse("/problems", browser)
      assert.deepStrictEqual([status, headers.get("location")], [303, "/docs/guides/errors"])
      assert.strictEqual((yield* browse("/problems")).problem.code, "UNKNOWN_ROUTE")
    })

    test.each(pages)("runs nothing: %s", function* (_, path) {
      assert.notInclude((yield* browse(path)).text, "data-api-key")
    })

    test("hides what only the sandbox has", function* () {
      assert.notInclude((yield* browse("/docs")).text, "/docs/2026-04-01/sandbox")
      assert.strictEqual((yield* browse("/docs/2026-04-01/sandbox")).status, 404)
      assert.notInclude((yield* browse("/docs/search.json")).text, "/docs/2026-04-01/sandbox")
    })

    test("describes each operation of the contract, with links to its errors and models", function* () {
      const { text } = yield* browse("/docs/2026-04-01/collections")
      assert.match(text, /<h2 id="startCollection">Start a collection<\/h2>/)
      assert.include(text, '<a href="/problems/idempotency-key-in-use"><code>IDEMPOTENCY_KEY_IN_USE</code></a>')
      const listed = text.slice(text.indexOf('<h2 id="listCollections">'))
      const names = Array.from(listed.slice(0, listed.indexOf("<h3>Response")).matchAll(/<dt><code>(\w+)<.*/g))
      assert.match(names.at(-1)?.[0] ?? "", /^<dt><code>statusIn<.*deprecated/)
      assert.match(text, /Idempotency-Key: .*\$KEY/)
      for (const language of ["sh", "ts", "python"]) assert.include(text, `data-language="${language}"`)
      const models = (yield* browse("/docs/2026-04-01/models")).text
      for (const [link] of text.matchAll(/<a href="[^"]+\/models\/\w+">/g)) assert.include(models, link)
    })

    test("has a page for each model, which leads back to all", function* () {
      const { text } = yield* browse("/docs/2026-04-01/models/CompanyAvailability")
      assert.include(text, "<h1>Company<wbr>Availability</h1>")
      assert.include(text, '<a href="/docs/2026-04-01/models" aria-current="true">Models</a>')
      assert.include(text, "<dt><code>functional</code>")
      for (const path of ["2026-04-01/models/Nothing", "guides/records/nothing", "guides/integrate/start"]) {
        const { problem, status } = yield* browse(`/docs/${path}`)
        assert.deepStrictEqual([status, problem.code], [404, "NOT_FOUND"])
      }
    })

    test("finds guides, headings and operations", function* () {
      const found = yield* browse("/docs/search.json")
      assert.strictEqual(found.header("content-type"), "application/json")
      for (const href of ["/docs/guides/integrate", "/docs/2026-04-01/collections#startCollection"]) {
        assert.include(found.text, `["${href}",`)
      }
      const coded = yield* browse("/docs/search.json", { headers: { "accept-encoding": "br" } })
      assert.isBelow(coded.bytes.length, 70_000)
    })

    test("fills in the version", function* () {
      for (const version of ["2025-01-01", "2026-04-01"]) {
        const document = (yield* send(`/openapi/${version}.json`)).text
        assert.include(document, `"const":"${version}","examples":["${version}"]`)
      }
    })

    test("compresses large responses in a coding that the browser accepts", function* () {
      const decoded = {
        br: brotliDecompressSync,
        gzip: gunzipSync,
        identity: (bytes: Uint8Array) => Buffer.from(bytes)
      }
      for (const [path, limit] of [
        ["/docs/2026-04-01/collections", 60_000],
        ["/openapi/2025-01-01.json", 75_000]
      ] as const) {
        const whole = (yield* browse(path)).text
        for (const [accepted, coding] of [
          ["gzip, deflate, br, zstd", "br"],
          ["GZIP;q=0.5, br;q=0.0", "gzip"],
          ["gzip;q=0, deflate", "identity"]
        ] as const) {
          const answer = yield* browse(path, { headers: { "accept-encoding": accepted } })
          assert.strictEqual(answer.header("content-encoding") ?? "identity", coding)
          assert.strictEqual(answer.header("vary"), "Accept-Encoding")
          assert.isTrue(decoded[coding](answer.bytes).toString() === whole, `${path} in ${coding}`)
          if (coding !== "identity") assert.isBelow(answer.bytes.length, limit)
        }
      }
    })

    test("of a replaced version starts with a notice and a link to the newest version", function* () {
      const beginning =
        '"description":"**Version 2025-01-01 is deprecated.** Write new clients for [version 2026-04-01](/docs/2026-04-01).'
      assert.include((yield* send("/openapi/2025-01-01.json")).text, beginning)
      assert.notInclude((yield* send("/openapi/2026-04-01.json")).text, "is deprecated.**")
      assert.include((yield* browse("/docs/2025-01-01")).text, "<strong>Version 2025-01-01 is deprecated.</strong>")
    })
  })
})
