/** Clients that send more requests than the rates allow, or that try to evade the rates (spec 8). */
import type { Answer } from "@sheaf/adapters-http/testing"
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { inspectable, liveBytes } from "../../workshop/checker/Memory.ts"
import { answerTo, head } from "../../workshop/driver/Sockets.ts"
import type { Attack } from "../Attack.ts"
import { mostGrowth } from "../Stage.ts"
import { plainStart, waitingStart } from "../Starts.ts"

/** Sends requests, with this many in flight at a time, and returns the responses. */
const many = async (
  count: number,
  send: (index: number) => Promise<Answer>,
  atOnce = 20
): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = []
  let next = 0
  const some = async () => {
    while (next < count) answers.push(await send(next++))
  }
  await Promise.all(Array.from({ length: atOnce }, some))
  return answers
}

const countOf = (answers: ReadonlyArray<Answer>, status: number): number =>
  answers.filter((answer) => answer.status === status).length

/** The requests that a rate can admit since a time of `performance.now()`: the rate itself, and what it regains. */
const mostAdmitted = (perMinute: number, since: number): number =>
  perMinute + (perMinute * (performance.now() - since)) / 60_000

/** Asserts that some responses are refusals, and that each says when to come back. */
const assertRefusals = (answers: ReadonlyArray<Answer>): void => {
  const refused = answers.filter(({ status }) => status === 429)
  assert.notEqual(refused.length, 0, "no request was refused")
  for (const answer of refused) {
    assert.equal(answer.problem.code, "RATE_LIMITED")
    const retryAfter = Number(answer.header("retry-after"))
    assert.ok(retryAfter >= 1 && retryAfter <= 600, `Retry-After is ${retryAfter}`)
  }
}

/** Asserts that a response shows the state of its rate. */
const assertFields = (answer: Answer | undefined): void => {
  assert.match(answer?.header("ratelimit-policy") ?? "", /^"[\w-]+";q=\d+;w=\d+/, "RateLimit-Policy is missing")
  assert.match(answer?.header("ratelimit") ?? "", /^"[\w-]+";r=\d+;t=\d+/, "RateLimit is missing")
}

const startFlood: Attack = {
  name: "start-flood",
  summary: "starts 1,000 collections as fast as it can",
  promise: `Starts beyond 300 per minute get 429 with Retry-After, RateLimit and RateLimit-Policy, and memory grows by at most ${2 * mostGrowth} MB.`,
  run: async (stage) => {
    const { attacker, growsAtMost } = await stage.start()
    const began = performance.now()
    await attacker.begin(plainStart)
    let answers: ReadonlyArray<Answer> = []
    const grown = await growsAtMost(2 * mostGrowth, async () => {
      answers = await many(stage.sized(450, 1_000), () => attacker.post("/collections", plainStart))
    })
    const accepted = countOf(answers, 201)
    assert.ok(accepted <= mostAdmitted(300, began), `${accepted} starts were accepted`)
    assertRefusals(answers)
    assertFields(answers.at(-1))
    return `${accepted} starts were accepted, ${countOf(answers, 429)} refused, ${grown}`
  }
}

const hastyPolls: Attack = {
  name: "hasty-polls",
  summary: "polls one collection 400 times as fast as it can, while the same client polls others at the right interval",
  promise: "Polls of one collection beyond 120 per minute get 429. A client that keeps to pollingInterval never does.",
  run: async (stage) => {
    const { attacker } = await stage.start()
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
    await pause(stage.sized(3_000, 20_000))
    isOver = true
    const statuses = await proper
    assert.deepEqual([...new Set(statuses)], [200], "a client that keeps to pollingInterval was refused")
    assert.ok(countOf(answers, 200) <= admitted, `${countOf(answers, 200)} polls were accepted`)
    assertRefusals(answers)
    assertFields(answers.at(-1))
    return `${countOf(answers, 200)} polls were accepted, ${countOf(answers, 429)} refused, and none of the other ${statuses.length}`
  }
}

const failedAuthentication: Attack = {
  name: "failed-authentication",
  summary: "tries 300 wrong API keys, from the address of an honest client",
  promise:
    "Failed authentications beyond 60 per minute and address get 429. Valid credentials from that address still work.",
  run: async (stage) => {
    const { attacker } = await stage.start()
    const stranger = attacker.with({ "authorization-token": `sheaf_test_${"x".repeat(12)}_${"y".repeat(30)}_zzzzzz` })
    const began = performance.now()
    const answers = await many(300, () => stranger.send("/companies/availability"))
    assert.ok(countOf(answers, 401) <= mostAdmitted(60, began), `${countOf(answers, 401)} attempts returned 401`)
    assertRefusals(answers)
    const valid = await many(50, () => attacker.send("/companies/availability"))
    assert.equal(countOf(valid, 200), valid.length, "valid credentials were refused")
    return `${countOf(answers, 429)} attempts were refused with 429, and none of ${valid.length} requests with valid credentials`
  }
}

/** The limit on the growth of live memory, in megabytes. A rate's counters take up to 10 MB. */
const mostLive = 10

/**
 * Measures live memory, because V8 collects long-lived garbage late: tens of thousands of requests add 60 MB of resident
 * memory, of which 2 MB are live.
 */
const unknownIds: Attack = {
  name: "unknown-ids",
  summary: "polls collections that do not exist, and sends requests without credentials from thousands of addresses",
  promise: `Unknown ids and addresses cannot grow the counters: live memory grows by at most ${mostLive} MB.`,
  run: async (stage) => {
    const { attacker, base, service } = await stage.start({ env: inspectable })
    // The first polls load and compile code.
    const [first, polls, addresses] = stage.sized([500, 1_500, 300] as const, [5_000, 20_000, 5_000] as const)
    const poll = () => attacker.send(`/collections/${crypto.randomUUID()}/status`)
    await many(first, poll)
    const before = await liveBytes(service.output())
    const answers = await many(polls, poll)
    const bare = head("GET /collections HTTP/1.1", "Connection: close")
    for (let number = 0; number < addresses; number += 50) {
      const some = Array.from({ length: 50 }, (_, index) => number + index)
      await Promise.all(some.map((n) => answerTo(base, `127.1.${n >> 8}.${(n % 255) + 1}`, bare, 5_000)))
    }
    const grown = ((await liveBytes(service.output())) - before) / 1e6
    assert.ok(grown <= mostLive, `live memory grew by ${grown.toFixed(1)} MB`)
    assertRefusals(answers)
    return `live memory grew by ${grown.toFixed(1)} MB, ${countOf(answers, 429)} polls were refused`
  }
}

/** Returns the id with one character percent-encoded. */
const encodedAt = (id: string, index: number): string => {
  const code = id.charCodeAt(index).toString(16)
  return `${id.slice(0, index)}%${code}${id.slice(index + 1)}`
}

const encodedIds: Attack = {
  name: "encoded-ids",
  summary: "polls one collection under 40 forms of its id, percent-encoded and in upper case",
  promise: "All forms of one id count as one collection, so polls beyond 120 per minute get 429.",
  run: async (stage) => {
    const { attacker } = await stage.start()
    const id = await attacker.begin(waitingStart)
    const began = performance.now()
    const poll = (number: number) =>
      attacker.send(`/collections/${encodedAt(number % 2 === 0 ? id : id.toUpperCase(), number % 20)}/status`)
    const answers = await many(300, poll, 1)
    const refused = countOf(answers, 429)
    const accepted = answers.length - refused
    assert.ok(accepted <= mostAdmitted(120, began), `${accepted} of ${answers.length} polls were accepted`)
    return `${refused} of ${answers.length} polls were refused`
  }
}

const replays: Attack = {
  name: "replays",
  summary: "repeats one start 1,500 times with the same Idempotency-Key",
  promise: "Repeated starts count as other requests: beyond 600 per minute, they get 429 with Retry-After.",
  run: async (stage) => {
    const { attacker } = await stage.start()
    const headers = { "idempotency-key": crypto.randomUUID() }
    const began = performance.now()
    const answers = await many(stage.sized(900, 1_500), () => attacker.post("/collections", plainStart, headers), 1)
    const refused = countOf(answers, 429)
    const accepted = answers.length - refused
    // The first start counts against another rate.
    assert.ok(
      accepted <= 1 + mostAdmitted(600, began),
      `${accepted} of ${answers.length} repeated starts were accepted`
    )
    assertRefusals(answers)
    return `${refused} of ${answers.length} repeated starts were refused`
  }
}

export const rates: ReadonlyArray<Attack> = [
  startFlood,
  hastyPolls,
  failedAuthentication,
  unknownIds,
  encodedIds,
  replays
]
