import { assert, layer } from "@effect/vitest"
import { ProblemCode } from "@sheaf/http-contract"
import { Effect } from "effect"
import { badRequests } from "./BadRequests.ts"
import type { BadRequest } from "./BadRequests.ts"
import * as Client from "./Client.ts"
import { send } from "./Client.ts"
import { ids, seen } from "./World.ts"

const facts = { company: "se-nordhem", ...ids }

/** No refusal is longer, whatever the request: about the 32 KiB that the named faults may take. */
const mostBytes = 34_000

const expectRefusal = (row: BadRequest, answer: Client.Answer) => {
  assert.strictEqual(answer.status, row.status, answer.text)
  assert.strictEqual(answer.header("content-type"), "application/problem+json")
  assert.strictEqual(answer.header("cache-control"), "no-store")
  assert.isAtMost(answer.bytes.length, mostBytes)
  const { problem } = answer
  assert.strictEqual(problem.code, row.code)
  assert.strictEqual(problem.status, row.status)
  assert.strictEqual(problem.type, `/problems/${row.code.toLowerCase().replaceAll("_", "-")}`)
  assert.strictEqual(problem.requestId, answer.header("x-request-id"))
  const errors = problem.errors && Object.fromEntries(problem.errors.map(({ code, pointer }) => [pointer, code]))
  assert.deepStrictEqual(errors, row.errors)
  if (row.names !== undefined) assert.include(problem.detail, row.names)
}

layer(Client.layer)("A bad request is told what is wrong", (it) => {
  for (const row of badRequests(facts)) {
    it.effect(row.name, () =>
      Effect.gen(function* () {
        const starts = seen.starts
        expectRefusal(row, yield* send(row.path, row))
        assert.strictEqual(seen.starts, starts, "nothing was started")
      })
    )
  }

  it.effect("and the interface goes on", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send("/companies/availability")).status, 200)
    })
  )

  it.effect("with at most a hundred of its faults", () =>
    Effect.gen(function* () {
      const strangers = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, index]))
      const { problem } = yield* send("/collections", { method: "POST", body: JSON.stringify(strangers) })
      assert.strictEqual(problem.errors?.length, 100)
      assert.include(problem.detail, "more than 100 rules")
    })
  )

  it.effect("with fewer of its faults when they are long to name, but always one", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 60 }, () => "\u0001".repeat(64))
      const deep = names.reduce<unknown>(
        (inner, name) => ({ [name]: inner }),
        Array.from({ length: 9 }, () => "\ud800")
      )
      const answer = yield* send("/collections", { method: "POST", body: JSON.stringify(deep) })
      assert.strictEqual(answer.problem.code, "INVALID_TEXT")
      assert.strictEqual(answer.problem.errors?.length, 1)
      assert.isAtMost(answer.bytes.length, mostBytes)
    })
  )

  it.effect("without the words that it used", () =>
    Effect.gen(function* () {
      const secret = "199001012385-hunter2"
      const body = JSON.stringify({
        company: secret,
        loginMethod: secret,
        parameters: [
          { type: secret },
          { type: "EMAIL", email: secret },
          { type: "SWEDISH_EID", personalNumber: secret }
        ]
      })
      const answer = yield* send("/collections", { method: "POST", body })
      assert.strictEqual(answer.status, 400)
      assert.notInclude(answer.text, secret)
    })
  )

  it("has a code that the table of codes knows", () => {
    for (const { code } of badRequests(facts)) assert.include(ProblemCode.all, code)
  })
})
