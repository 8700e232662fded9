/** The version of a request, and the headers that name the version (spec 9). */
import { assert, describe, it } from "vitest"
import type { ConformanceContext } from "./ConformanceContext.ts"

const version = (text: string | undefined) => ({ headers: { "service-version": text } })

const withoutKey = { "authorization-token": undefined }

/** Requests to one version (`answering`) for paths that only another version (`holder`) has. */
const foreign = [
  {
    asked: undefined,
    answering: "2025-01-01",
    holder: "2026-04-01",
    requests: (id: string) => [
      ["GET", "/collections"],
      ["POST", "/collections"],
      ["GET", `/collections/${id}/status`],
      ["GET", "/collections/no-id/wealth/data"],
      ["DELETE", `/collections/${id}`]
    ]
  },
  {
    asked: "2026-04-01",
    answering: "2026-04-01",
    holder: "2025-01-01",
    requests: (id: string) => [
      ["POST", "/wealth/collection"],
      ["GET", `/insurance/collection/${id}/status`],
      ["POST", `/wealth/collection/${id}/add-contact-form-input`]
    ]
  }
] as const satisfies ReadonlyArray<{
  readonly requests: (id: string) => ReadonlyArray<readonly [method: string, path: string]>
  readonly [name: string]: unknown
}>

const deprecation = '</versions>; rel="deprecation"; type="application/json"'

export const negotiation = (setting: ConformanceContext): void => {
  const { send } = setting

  /** Paths with every kind of response: success, a route's problem, another version's path, and an unknown path. */
  const paths = (id: string) => [
    "/companies/availability",
    `/wealth/collection/${id}/status`,
    "/wealth/collection/no-id/status",
    `/wealth/collection/${id}/data`,
    "/collections",
    "/nothing"
  ]

  describe("the Service-Version header", () => {
    it.each(["2025-01-01", "2026-04-01"])("selects the version, and the response repeats it: %s", async (text) => {
      const answer = await send("/companies/availability", version(text))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.header("service-version"), text)
      assert.strictEqual(answer.header("vary"), "Service-Version")
    })

    it("defaults to the oldest running version", async () => {
      const answer = await send("/companies/availability", version(undefined))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.header("service-version"), "2025-01-01")
    })

    it.each(["2027-01-01", "2026-4-1", "latest", "", "2025-01-01, 2026-04-01", "2026-04-01;q=1"])(
      'is rejected as "%s", and the detail names the running versions',
      async (text) => {
        const answer = await send("/companies/availability", version(text))
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(answer.problem.code, "UNSUPPORTED_VERSION")
        assert.include(answer.problem.detail, "2025-01-01, 2026-04-01")
        assert.strictEqual(answer.header("vary"), "Service-Version")
        assert.isUndefined(answer.header("service-version"))
      }
    )

    it("is checked after the path and before the credentials", async () => {
      const headers = { "service-version": "2027-01-01", ...withoutKey }
      assert.strictEqual((await send("/collections", { headers })).problem.code, "UNSUPPORTED_VERSION")
      assert.strictEqual((await send("/nothing", { headers })).problem.code, "UNKNOWN_ROUTE")
    })

    it.each(["/health", "/ready", "/versions", "/statuses", "/problems/internal", "/openapi/2026-04-01.json"])(
      "is ignored on open paths, whose responses name no version: %s",
      async (path) => {
        const answer = await send(path, version("junk"))
        assert.strictEqual(answer.status, 200)
        for (const name of ["deprecation", "service-version"]) assert.isUndefined(answer.header(name))
        assert.notInclude(answer.header("vary") ?? "", "Service-Version")
      }
    )
  })

  describe.each(foreign)(
    "a path of $holder in a request to $answering",
    ({ answering, asked, holder, requests: others }) => {
      it("returns 404 and names its version", async () => {
        for (const [method, path] of others(setting.facts.completed)) {
          const answer = await send(path, { method, ...version(asked) })
          assert.strictEqual(answer.status, 404, path)
          assert.strictEqual(answer.problem.code, "NOT_IN_THIS_VERSION")
          assert.include(answer.problem.detail, holder)
          assert.strictEqual(answer.header("service-version"), answering)
        }
      })
    }
  )

  describe("a version with a successor", () => {
    it("announces its deprecation with a link in every response", async () => {
      for (const path of paths(setting.facts.completed)) {
        for (const text of [undefined, "2025-01-01"]) {
          const answer = await send(path, version(text))
          // 2026-04-01T00:00:00Z
          assert.strictEqual(answer.header("deprecation"), "@1775001600", path)
          assert.strictEqual(answer.header("link"), deprecation, path)
        }
      }
    })
  })

  describe("the newest version", () => {
    it("announces neither deprecation nor sunset", async () => {
      for (const path of [...paths(setting.facts.completed), "/collections?limit=2"]) {
        const answer = await send(path, version("2026-04-01"))
        assert.isUndefined(answer.header("deprecation"), path)
        assert.isUndefined(answer.header("sunset"), path)
        assert.notInclude(answer.header("link") ?? "", "deprecation", path)
      }
    })
  })
}
