/** Retries, pauses, deadlines and unusable responses, in virtual time and with prepared responses. */
import { createClient, SheafConnectionError, SheafProblem } from "@sheaf/client"
import { assert, describe, it } from "vitest"
import { failure, noResponse, json, prepare, problem, text, unchanged } from "./PreparedResponses.ts"

const status = { collectionId: "c-1", id: "c-1", company: "se-nordhem", products: [], status: "RUNNING" }
const running = { ...status, pollingInterval: 1000 }
const ended = { ...status, status: "COMPLETED" }
const start = { company: "se-nordhem", parameters: [] }

describe("a retry", () => {
  it("waits for a random, growing pause, and repeats the idempotency key", async () => {
    const { clock, sent, sheaf } = prepare(failure, problem(500, "INTERNAL"), text(502, "<html>"), json(201, status))
    assert.deepInclude(await clock.run(sheaf.collections.start(start)), { id: "c-1" })
    assert.strictEqual(clock.elapsed(), (250 + 500 + 1000) / 2)
    const keys = new Set(sent.map(({ headers }) => headers["idempotency-key"]))
    assert.lengthOf([...keys], 1)
    assert.match([...keys].join(), /^[0-9a-f]{32}$/)
    assert.strictEqual(sent[0]?.url, "https://sheaf.example/prefix/collections")
  })

  it.each([
    ["seconds", problem(503, "NOT_READY", { "retry-after": "7" })],
    ["a date", problem(429, "RATE_LIMITED", { "retry-after": "Mon, 04 May 2026 08:00:07 GMT" })],
    [
      "a date of a clock that is an hour late",
      problem(429, "RATE_LIMITED", {
        date: "Mon, 04 May 2026 07:00:00 GMT",
        "retry-after": "Mon, 04 May 2026 07:00:07 GMT"
      })
    ],
    ["a proxy's seconds", text(429, "slow down", { "retry-after": "7" })],
    ["the seconds of a running request", problem(409, "IDEMPOTENCY_KEY_IN_USE", { "retry-after": "7" })]
  ])("waits for Retry-After, given as %s", async (_, prepared) => {
    const { clock, sheaf } = prepare(prepared, json(201, status))
    assert.deepInclude(await clock.run(sheaf.collections.start(start)), { id: "c-1" })
    assert.strictEqual(clock.elapsed(), 7125)
  })

  it.each([
    ["the problem is final", problem(409, "CONSENT_NOT_USABLE")],
    ["the limit protects a person", problem(429, "TOO_MANY_ATTEMPTS", { "retry-after": "1" })],
    ["the pause is longer than a minute", problem(503, "NOT_READY", { "retry-after": "61" })],
    ["a code is unknown", problem(418, "LATER_CODE")]
  ])("does not happen if %s", async (_, prepared) => {
    const { clock, sent, sheaf } = prepare(prepared)
    const error = await clock.run(sheaf.collections.start(start))
    assert.instanceOf(error, SheafProblem)
    assert.deepInclude({ ...error }, { requestId: "r-1", detail: "A detail.", violations: [] })
    assert.lengthOf(sent, 1)
  })

  it.each([
    ["the network fails", failure, "No response from sheaf.example: fetch failed"],
    ["a request hangs", noResponse, "No response from sheaf.example: no complete response within 40 seconds"]
  ])("happens at most four times if %s", async (_, prepared, message) => {
    const { clock, sent, sheaf } = prepare(prepared)
    const error = await clock.run(sheaf.collections.start(start))
    assert.instanceOf(error, SheafConnectionError)
    assert.strictEqual(error.message, message)
    assert.lengthOf(sent, 5)
  })

  it("ends when the caller cancels", async () => {
    const { clock, sent, sheaf } = prepare(problem(503, "NOT_READY", { "retry-after": "30" }))
    const left = new AbortController()
    const started = sheaf.collections.start(start, { signal: left.signal })
    void clock.sleep(1000).then(() => left.abort("left"))
    assert.strictEqual(await clock.run(started), "left")
    assert.lengthOf(sent, 1)
  })
})

describe("an unusable response", () => {
  it.each([
    ["a page", text(200, "<html>", { "content-type": "text/html" })],
    ["broken JSON", text(200, "{", { "content-type": "application/json" })],
    ["a redirect", text(302, "", { location: "https://elsewhere.example" })],
    ["an error that is not a problem document", json(404, { message: "no route" })]
  ])("is an error: %s", async (_, prepared) => {
    const { clock, sent, sheaf } = prepare(prepared)
    assert.instanceOf(await clock.run(sheaf.companies.availability()), SheafConnectionError)
    assert.lengthOf(sent, 1)
  })
})

describe("a credential", () => {
  it("with a line break is rejected, without its value in the error", () => {
    assert.throws(() => createClient({ baseUrl: "https://sheaf.example", apiKey: "secret\n" }), /^apiKey must/)
  })
})

describe("following a status", () => {
  it("waits with the last ETag, skips 304, and pauses if Sheaf did not wait", async () => {
    const { clock, collection, sent } = prepare(
      json(200, running, { etag: "1" }),
      unchanged({ etag: "1", "preference-applied": "wait=30" }),
      unchanged({ etag: "1", "retry-after": "5" }),
      json(200, ended, { etag: "2" })
    )
    const seen: Array<object> = []
    const followed = async () => {
      for await (const status of collection.updates()) seen.push(status)
    }
    await clock.run(followed())
    assert.deepStrictEqual(seen, [running, ended])
    assert.strictEqual(clock.elapsed(), 5000)
    const waits = sent.map(({ headers }) => [headers["if-none-match"], headers["prefer"]])
    assert.deepStrictEqual(waits, [[undefined, undefined], ...Array.from({ length: 3 }, () => ["1", "wait=30"])])
  })
})

describe("finishing a collection", () => {
  const question = (type: string, information: object) =>
    json(
      200,
      {
        ...running,
        pendingInput: { inputId: "q-1", type, expiresAt: "2026-05-04T10:00:20.000Z" },
        extraInformation: information
      },
      // The service's clock is two hours ahead of the client's.
      { etag: "1", date: "Mon, 04 May 2026 10:00:00 GMT" }
    )
  const code = question("TWO_FACTOR_CODE", { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { responseType: "NUMBER_CODE" } })

  it("abandons a question that expires, and returns the next status", async () => {
    const { clock, collection, sent } = prepare(code, json(200, ended, { etag: "2" }))
    const left: Array<unknown> = []
    const finished = collection.finished({
      onInput: {
        TWO_FACTOR_CODE: ({ millisecondsLeft, signal }) => {
          left.push(millisecondsLeft())
          signal.addEventListener("abort", () => left.push(millisecondsLeft()))
          return new Promise(() => {})
        }
      }
    })
    assert.deepStrictEqual(await clock.run(finished), ended)
    assert.deepStrictEqual(left, [20_000, 0])
    assert.lengthOf(sent, 2)
  })

  it("rejects with a handler's error", async () => {
    const { clock, collection } = prepare(code)
    const broken = collection.finished({ onInput: { TWO_FACTOR_CODE: () => Promise.reject(new Error("no window")) } })
    assert.strictEqual(String(await clock.run(broken)), "Error: no window")
  })

  it("posts the device's responses one by one", async () => {
    const requests = [{ etag: "a" }, { etag: "b" }]
    const { clock, collection, sent } = prepare(
      question("RESPONSE_OBJECT", { INSTRUCTIONS: requests }),
      json(202, running),
      json(202, running),
      json(200, ended, { etag: "2" })
    )
    const finished = collection.finished({
      onInput: {
        RESPONSE_OBJECT: ({ requests }) => requests.map(({ etag }) => ({ etag, headers: {}, response: {} }))
      }
    })
    assert.deepStrictEqual(await clock.run(finished), ended)
    const posted = sent.flatMap(({ body }) => (body === undefined ? [] : [JSON.parse(body)]))
    assert.deepStrictEqual(
      posted,
      ["a", "b"].map((etag) => ({ type: "RESPONSE_OBJECT", etag, headers: {}, response: {} }))
    )
  })
})
