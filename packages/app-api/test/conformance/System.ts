/** The paths that need no API key and do not depend on the version (spec 5.3, 7, 9). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { ProblemCode } from "@sheaf/http-contract"
import type { StatusEntry, VersionEntry } from "@sheaf/http-contract"
import { assert, describe, it } from "vitest"
import type { ConformanceContext } from "./ConformanceContext.ts"

const pages = ["/docs", "/docs/2025-01-01", "/docs/2026-04-01", "/problems/internal"]
const documents = ["/versions", "/statuses", "/openapi/2025-01-01.json", "/openapi/2026-04-01.json"]

export const system = ({ send }: ConformanceContext): void => {
  // The casts are safe, because the client checks each response against its document.
  const versions = async () => (await send("/versions")).json as ReadonlyArray<VersionEntry>
  const statuses = async () => (await send("/statuses")).json as ReadonlyArray<StatusEntry>

  describe("the open paths", () => {
    it("report that the service is healthy and ready", async () => {
      assert.deepStrictEqual((await send("/health")).json, { status: "healthy" })
      assert.deepStrictEqual((await send("/ready")).json, { status: "ready" })
    })

    it("redirect / to the documentation", async () => {
      const answer = await send("/", { headers: { "authorization-token": undefined } })
      assert.strictEqual(answer.status, 303)
      assert.strictEqual(answer.header("location"), "/docs")
      assert.strictEqual(answer.bytes.length, 0)
    })

    it.each(["/health", "/ready", ...pages, ...documents])("support HEAD: %s", async (path) => {
      const head = await send(path, { method: "HEAD" })
      assert.strictEqual(head.status, 200)
      assert.strictEqual(head.bytes.length, 0)
    })

    it("publish the document of every running version, which includes the open paths", async () => {
      for (const version of ApiVersion.supportedVersions) {
        const { json } = await send(`/openapi/${version}.json`)
        assert.containsSubset(json, { openapi: "3.1.0", info: { version }, paths: { "/health": {} } })
      }
      assert.strictEqual((await send("/openapi/1999-01-01.json")).problem.code, "UNKNOWN_ROUTE")
    })

    it("show no documentation of unknown versions", async () => {
      assert.strictEqual((await send("/docs/1999-01-01")).problem.code, "UNKNOWN_ROUTE")
    })
  })

  describe("the list of versions", () => {
    it("shows the status and the changes of each version", async () => {
      const [oldest, newest] = await versions()
      assert.containsSubset(oldest, { version: "2025-01-01", status: "DEPRECATED", changes: [] })
      assert.strictEqual(oldest?.deprecatedAt, "2026-04-01T00:00:00.000Z")
      assert.containsSubset(newest, { version: "2026-04-01", status: "CURRENT" })
      assert.notProperty(newest, "deprecatedAt")
      assert.isAtLeast(newest?.changes.length ?? 0, 8)
    })
  })

  describe("the list of statuses", () => {
    it("has every status, with its meaning and the client's next action", async () => {
      const entries = await statuses()
      assert.lengthOf(entries, 30)
      const kept = entries.find(({ status }) => status === "REJECTED_INCORRECT_LOGIN_METHOD")
      assert.containsSubset(kept, { versions: ["2025-01-01"], markets: ["ee", "lt", "lv"], final: true })
    })
  })

  describe("the page of a problem", () => {
    it("is at the address in the problem's type, and needs no key", async () => {
      const { problem } = await send("/nothing")
      const page = await send(problem.type, { headers: { "authorization-token": undefined } })
      assert.strictEqual(page.status, 200)
      for (const text of [problem.title, problem.code, "404", "What it means", "What to do"]) {
        assert.include(page.text, text)
      }
    })

    it.each(ProblemCode.all)("exists, without external resources: %s", async (code) => {
      const page = await send(ProblemCode.typeOf(code))
      assert.strictEqual(page.status, 200)
      assert.include(page.text, `<code>${code}</code>`)
      assert.notMatch(page.text, /<(?:img|iframe)|(?:src|href)="(?!\/|#|data:)/i)
      assert.notInclude(page.text, "`")
      assert.include(page.header("content-security-policy"), "default-src 'none'")
    })

    it.each(["out-of-cake", "NOT_FOUND", "not_found", "constructor"])("does not exist for %s", async (name) => {
      assert.strictEqual((await send(`/problems/${name}`)).problem.code, "NOT_FOUND")
    })
  })
}
