/** Clients that send more requests than the rates allow (decisions 14). */
import assert from "node:assert/strict"
import type { Answer } from "@sheaf/adapters-http/testing"
import { setTimeout as pause } from "node:timers/promises"
import { inspectable, liveBytes } from "../../workshop/checker/Memory.ts"
import type { Attack } from "../Attack.ts"
import { mostGrowth } from "../stage/Memory.ts"
import { answerTo, head } from "../../workshop/driver/Sockets.ts"
import { plainStart, waitingStart } from "../stage/Starts.ts"

/** Sends requests, with this many in flight at a time, and returns the responses. */
const many = async (count: number, send: () => Promise<Answer>, atOnce = 20): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = []
  let left = count
  const some = async () => {
    while (left-- > 0) answers.push(await send())
  }
  await Promise.all(Array.from({ length: atOnce }, some))
  return answers
}

/** Checks the status, code and header fields of a rejection. */
const assertRefusal = (answer: Answer | undefined, code = "RATE_LIMITED"): void => {
  assert.ok(answer !== undefined, "no request was refused")
  assert.equal(answer.problem.code, code)
  const retryAfter = Number(answer.header("retry-after"))
  assert.ok(retryAfter >= 1 && retryAfter <= 600, `Retry-After is ${retryAfter}`)
}

const assertFields = (answer: Answer): void => {
  assert.match(answer.header("ratelimit-policy") ?? "", /^"[\w-]+";q=\d+;w=\d+/, "RateLimit-Policy is missing")
  assert.match(answer.header("ratelimit") ?? "", /^"[\w-]+";r=\d+;t=\d+/, "RateLimit is missing")
}

const countOf = (answers: ReadonlyArray<Answer>, status: number): number =>
  answers.filter((answer) => answer.status === status).length

/** The requests that a rate can admit since a time of `performance.now()`: the rate itself, and what it regains. */
export const mostAdmitted = (perMinute: number, since: number): number =>
  perMinute + (perMinute * (performance.now() - since)) / 60_000

export const startFlood: Attack = {
  name: "start-flood",
  summary: "starts 1,000 collections as fast as it can",
  promise: `Starts beyond 300 per minute get 429 with Retry-After, RateLimit and RateLimit-Policy, and memory grows by at most ${2 * mostGrowth} MB.`,
  run: ({ length, withTarget }) =>
    withTarget({}, async ({ attacker, growth }) => {
      const began = performance.now()
      await attacker.begin(plainStart)
      const answers: Array<Answer> = []
      const count = length === "full" ? 1_000 : 450
      const start = () => attacker.post("/collections", plainStart)
      const grown = await growth(async () => void answers.push(...(await many(count, start))))
      assert.ok(grown <= 2 * mostGrowth, `memory grew by ${grown.toFixed(0)} MB`)
      const accepted = countOf(answers, 201)
      assert.ok(accepted <= mostAdmitted(300, began), `${accepted} starts were accepted`)
      const refused = answers.find(({ status }) => status === 429)
      assertRefusal(refused)
      for (const answer of answers.slice(-1)) assertFields(answer)
      return `${accepted} starts were accepted, ${countOf(answers, 429)} refused, memory grew by ${grown.toFixed(0)} MB`
    })
}

export const hastyPolls: Attack = {
  name: "hasty-polls",
  summary: "polls one collection 400 times as fast as it can, while the same client polls others at the right interval",
  promise: "Polls of one collection beyond 120 per minute get 429. A client that keeps to pollingInterval never does.",
  run: ({ length, withTarget }) =>
    withTarget({}, async ({ attacker }) => {
      const hasty = await attacker.begin(waitingStart)
      const patient = await attacker.begin(waitingStart)
      let isOver = false
      const proper = (async () => {
        const statuses: Array<number> = []
        while (!isOver) {
          const answer = await attacker.send(`/collections/${patient}/status`)
          statuses.push(answer.status)
          await pause(answer.read<{ readonly pollingInterval: number }>().pollingInterval * 0.95)
        }
        return statuses
      })()
      const began = performance.now()
      const answers = await many(400, () => attacker.send(`/collections/${hasty}/status`), 4)
      const admitted = mostAdmitted(120, began)
      await pause(length === "full" ? 20_000 : 3_000)
      isOver = true
      const statuses = await proper
      assert.deepEqual([...new Set(statuses)], [200], "a client that keeps to pollingInterval was refused")
      assert.ok(countOf(answers, 200) <= admitted, `${countOf(answers, 200)} polls were accepted`)
      assertRefusal(answers.find(({ status }) => status === 429))
      for (const answer of answers.slice(-1)) assertFields(answer)
      return `${countOf(answers, 200)} polls were accepted, ${countOf(answers, 429)} refused, and none of the other ${statuses.length}`
    })
}

export const failedAuthentication: Attack = {
  name: "failed-authentication",
  summary: "tries 300 wrong API keys, from the address of an honest client",
  promise:
    "Failed authentications beyond 60 per minute and address get 429. Valid credentials from that address still work.",
  run: ({ withTarget }) =>
    withTarget({}, async ({ attacker }) => {
      const stranger = attacker.with({ "authorization-token": `sheaf_test_${"x".repeat(12)}_${"y".repeat(30)}_zzzzzz` })
      const began = performance.now()
      const answers = await many(300, () => stranger.send("/companies/availability"))
      assert.ok(countOf(answers, 401) <= mostAdmitted(60, began), `${countOf(answers, 401)} attempts returned 401`)
      assertRefusal(answers.find(({ status }) => status === 429))
      const valid = await many(50, () => attacker.send("/companies/availability"))
      assert.equal(countOf(valid, 200), valid.length, "valid credentials were refused")
      return `${countOf(answers, 429)} attempts were refused with 429, and none of ${valid.length} requests with valid credentials`
    })
}

/** The limit on the growth of live memory, in megabytes. A rate's counters take up to 10 MB. */
const mostLive = 10

/**
 * Measures live memory, because V8 collects long-lived garbage late: tens of thousands of requests add 60 MB of resident
 * memory, of which 2 MB are live.
 */
export const unknownIds: Attack = {
  name: "unknown-ids",
  summary: "polls collections that do not exist, and sends requests without credentials from thousands of addresses",
  promise: `Unknown ids and addresses cannot grow the counters: live memory grows by at most ${mostLive} MB.`,
  run: ({ length, withTarget }) =>
    withTarget({ env: inspectable }, async ({ attacker, service }) => {
      // The first polls load and compile code.
      const [first, polls, addresses] = length === "full" ? [5_000, 20_000, 5_000] : [500, 1_500, 300]
      const poll = () => attacker.send(`/collections/${crypto.randomUUID()}/status`)
      await many(first, poll)
      const answers: Array<Answer> = []
      const bare = head("GET /collections HTTP/1.1", "Connection: close")
      const before = await liveBytes(service.output())
      answers.push(...(await many(polls, poll)))
      for (let number = 0; number < addresses; number += 50) {
        const some = Array.from({ length: 50 }, (_, index) => number + index)
        await Promise.all(some.map((n) => answerTo(service.base, `127.1.${n >> 8}.${(n % 255) + 1}`, bare, 5_000)))
      }
      const grown = ((await liveBytes(service.output())) - before) / 1e6
      assert.ok(grown <= mostLive, `live memory grew by ${grown.toFixed(1)} MB`)
      assertRefusal(answers.find(({ status }) => status === 429))
      return `live memory grew by ${grown.toFixed(1)} MB, ${countOf(answers, 429)} polls were refused`
    })
}
