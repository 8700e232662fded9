/**
 * Tests the guides as web pages: they work without scripts, the documentation links to them, and they link to each
 * other.
 */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import * as Client from "../Client.ts"
import { browse, send } from "../Client.ts"

const names = [
  "collection-cycle",
  "integrate",
  "client",
  "python",
  "migrate",
  "connect",
  "connect-native",
  "go-live",
  "operate",
  "operations",
  "scaling",
  "connectors",
  "connector-kit",
  "monitors",
  "banks",
  "bank-profiles",
  "electronic-id",
  "pdf-layouts",
  "bundles",
  "rules",
  "sandbox",
  "records",
  "errors",
  "configuration",
  "specification",
  "security",
  "stored-data"
]
const paths = ["/docs/guides", ...names.map((name) => `/docs/guides/${name}`)]

layer(Client.layer)("The guides", (it) => {
  const test = testsOf(it, Client.Client)

  test.each(paths)("are pages that say everything without scripts: %s", function* (_, path) {
    const page = yield* browse(path)
    assert.strictEqual(page.status, 200)
    assert.strictEqual(page.header("content-type"), "text/html; charset=utf-8")
    assert.strictEqual(page.header("cache-control"), "public, max-age=300")
    assert.match(
      page.header("content-security-policy") ?? "",
      /^default-src 'none'; script-src 'self'; style-src 'self';/
    )
    assert.match(page.text, /<h1[^>]*>.+<\/h1>/)
    assert.notMatch(page.text, /<(?:script|iframe|img(?! src="\/docs\/assets\/))/i)
    for (const [, address = ""] of page.text.matchAll(/<img src="([^"]+)"/g)) {
      const picture = yield* browse(address)
      assert.deepStrictEqual([picture.status, picture.header("content-type")], [200, "image/webp"])
      assert.include(picture.header("cache-control"), "immutable")
    }
    const head = yield* browse(path, { method: "HEAD" })
    assert.deepStrictEqual([head.status, head.bytes.length], [200, 0])
  })

  test("link only to pages and headings that exist", function* () {
    const pages = new Map<string, string>()
    const records = (yield* browse("/docs/guides/records")).text
    const kinds = Array.from(records.matchAll(/"(\/docs\/guides\/records\/[\w-]+)"/g), ([, path = ""]) => path)
    const references = ["/docs", "/docs/2025-01-01", "/docs/2026-04-01", "/docs/2026-04-01/models"]
    for (const path of new Set([...references, ...paths, ...kinds])) pages.set(path, (yield* browse(path)).text)
    for (const [path, text] of pages) {
      for (const [, href = ""] of text.matchAll(/<a href="(?!https:)([^"]+)"/g)) {
        const [target = "", heading] = href.split("#")
        if (!/^(?:$|\/docs\/guides)/.test(target) && !pages.has(target)) {
          const { status } = yield* target.startsWith("/openapi/") ? send(target) : browse(target)
          assert.include([200, 303], status, `${path} links to ${href}`)
          continue
        }
        const linked = pages.get(target === "" ? path : target)
        assert.isDefined(linked, `${path} links to ${href}`)
        if (heading) assert.include(linked, ` id="${heading}"`, `${path} links to ${href}`)
      }
    }
  })

  test("are listed, and linked from the documentation of every version", function* () {
    const list = (yield* browse("/docs/guides")).text
    for (const name of names) assert.include(list, `<a href="/docs/guides/${name}">`)
    for (const version of ["2025-01-01", "2026-04-01"]) {
      const { text } = yield* send(`/openapi/${version}.json`)
      for (const name of ["", "/integrate", "/operate", "/connectors", "/rules"]) {
        assert.include(text, `(/docs/guides${name})`)
      }
    }
  })

  test.each(["baking", "constructor", "INTEGRATE", "integrate.md"])(
    "have no page with another name: %s",
    function* (_, name) {
      const { problem, status } = yield* browse(`/docs/guides/${name}`)
      assert.deepStrictEqual([status, problem.code], [404, "NOT_FOUND"])
    }
  )
})
