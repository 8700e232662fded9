/**
 * Requests that Sheaf rejects before they reach a use case, and the problem that each of them returns (spec 2.1, 2.2,
 * 2.5, 7, 8, 9, 10, 11).
 */
import type { TestResponse } from "@sheaf/sandbox-site/testing"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { assert, describe, it } from "vitest"
import type { BadRequest, TestObjects } from "./bad-requests/BadRequest.ts"
import { inputIds, inputs } from "./bad-requests/Inputs.ts"
import { listQueries, queries } from "./bad-requests/Queries.ts"
import { reads } from "./bad-requests/Reads.ts"
import { routes } from "./bad-requests/Routes.ts"
import { selections } from "./bad-requests/Selections.ts"
import { starts } from "./bad-requests/Starts.ts"
import { starts20250101 } from "./bad-requests/Starts20250101.ts"
import type { ConformanceContext } from "./ConformanceContext.ts"

const own: Readonly<Record<ApiVersion, (facts: TestObjects) => ReadonlyArray<BadRequest>>> = {
  "2025-01-01": starts20250101,
  "2026-04-01": (facts) => [...starts(facts), ...selections(facts), ...inputIds(facts), ...listQueries]
}

/** Placeholders for ids. The tests' names are made before the service runs, when no real ids exist yet. */
const unknown: TestObjects = { company: "company", signing: "signing", waiting: "waiting", completed: "completed" }

/** The maximum size of a problem response, in bytes: 32 KiB for the listed errors, plus the other members. */
const maxBytes = 34_000

export const expectProblem = (row: BadRequest, answer: TestResponse) => {
  assert.strictEqual(answer.status, row.status, answer.text)
  assert.strictEqual(answer.header("cache-control"), "no-store")
  assert.isAtMost(answer.bytes.length, maxBytes)
  const { problem } = answer
  assert.strictEqual(problem.code, row.code)
  const errors = problem.errors && Object.fromEntries(problem.errors.map(({ code, pointer }) => [pointer, code]))
  assert.deepStrictEqual(errors, row.errors)
  if (row.names !== undefined) assert.include(problem.detail, row.names)
}

const strangers: Readonly<Record<ApiVersion, object>> = {
  "2025-01-01": { input: { USER: "maja" } },
  "2026-04-01": { parameters: [{ type: "PIGEON" }, { type: "EMAIL", mail: "maja@example.com" }] }
}
const knownAt: Readonly<Record<ApiVersion, Readonly<Record<string, string>>>> = {
  "2025-01-01": { "/input/USER": "Allowed: SWEDISH_PERSONAL_NUMBER, PERSONAL_CODE, COUNTRY, " },
  "2026-04-01": {
    "/parameters/0": "Allowed: SWEDISH_EID, SMART_ID, MOBILE_ID, EMAIL, ",
    "/parameters/1/mail": "Allowed: type, email."
  }
}

export const badRequests = (setting: ConformanceContext) =>
  describe("a bad request is rejected", () => {
    const { post, send, speaker } = setting
    const { starts } = speaker.wealth

    const table = (facts: TestObjects): ReadonlyArray<BadRequest> => [
      ...own[speaker.version](facts),
      ...inputs(facts, speaker),
      ...queries,
      ...reads(facts, speaker),
      ...routes
    ]

    it.each(table(unknown).map(({ name }, index) => [name, index] as const))("%s", async (_, index) => {
      const row = table(setting.facts)[index] ?? assert.fail("both tables have the same rows")
      expectProblem(row, await send(row.path, row))
    })

    it("with at most 100 of its faults", async () => {
      const strangers = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, index]))
      const { problem } = await post(starts, strangers)
      assert.strictEqual(problem.errors?.length, 100)
      assert.include(problem.detail, "more than 100 validation errors")
    })

    it("with fewer faults if their names are long, but at least one", async () => {
      const names = Array.from({ length: 60 }, () => "\u0001".repeat(64))
      const deep = names.reduce<unknown>(
        (inner, name) => ({ [name]: inner }),
        Array.from({ length: 9 }, () => "\ud800")
      )
      const answer = await post(starts, deep)
      assert.strictEqual(answer.problem.code, "INVALID_TEXT")
      assert.strictEqual(answer.problem.errors?.length, 1)
      assert.isAtMost(answer.bytes.length, maxBytes)
    })

    it("with the allowed names", async () => {
      const detailAt = ({ problem }: TestResponse, pointer: string) =>
        problem.errors?.find((error) => error.pointer === pointer)?.detail ?? ""
      const answer = await post(starts, { compnay: setting.facts.company, ...strangers[speaker.version] })
      assert.match(detailAt(answer, "/compnay"), /^Unknown name\. Allowed: company, loginMethod, .+\.$/)
      for (const [pointer, known] of Object.entries(knownAt[speaker.version])) {
        assert.include(detailAt(answer, pointer), known)
      }
      const filtered = await send("/companies/availability?country=se")
      assert.include(detailAt(filtered, "/query/country"), "Allowed: market, product, company.")
      assert.include(
        detailAt(await send("/sandbox/scenarios?page=1"), "/query/page"),
        "This operation takes no query parameters."
      )
    })

    it("without repeating its values", async () => {
      const secret = "199001012385-hunter2"
      const parameters = [
        { type: secret },
        { type: "EMAIL", email: secret },
        { type: "SWEDISH_EID", personalNumber: secret }
      ]
      const input = { USERNAME: secret, SWEDISH_PERSONAL_NUMBER: secret }
      for (const body of [{ parameters }, { input }]) {
        const answer = await post(starts, { company: secret, loginMethod: secret, ...body })
        assert.strictEqual(answer.status, 400)
        assert.notInclude(answer.text, secret)
      }
    })
  })
