/** Clients that exceed their limits or guess secrets (spec 8). */
import { hasEnded } from "@sheaf/sandbox-site/testing"
import type { TestResponse } from "@sheaf/sandbox-site/testing"
import assert from "node:assert/strict"
import { inspectorEnvironment, liveBytes } from "../../workshop/checker/Memory.ts"
import { sendFromAddress, requestHead } from "../../workshop/driver/Sockets.ts"
import { maxGrowthMegabytes } from "../stage/Testbed.ts"
import type { Attack, TargetOptions, Target } from "../stage/Testbed.ts"
import {
  electronicIdStartRequest,
  defaultStartRequest,
  startRequestAs,
  inputRequiredStartRequest
} from "../victim/Starts.ts"

type Send = (index: number) => Promise<TestResponse>

const many = async (count: number, send: Send, atOnce = 20): Promise<ReadonlyArray<TestResponse>> => {
  const answers: Array<TestResponse> = []
  let next = 0
  const some = async () => {
    while (next < count) answers.push(await send(next++))
  }
  await Promise.all(Array.from({ length: atOnce }, some))
  return answers
}

type Code = "RATE_LIMITED" | "TOO_MANY_ATTEMPTS"

/**
 * Asserts that the service refused some requests, and that each refusal said why and when to retry. Returns the number
 * of refusals.
 */
const refusalsIn = (answers: ReadonlyArray<TestResponse>, code: Code): number => {
  const refused = answers.filter(({ status }) => status === 429)
  assert.notEqual(refused.length, 0, "no request was refused")
  for (const answer of refused) {
    assert.equal(answer.problem.code, code)
    const retryAfter = Number(answer.header("retry-after"))
    assert.ok(retryAfter >= 1 && retryAfter <= 600, `Retry-After is ${retryAfter}`)
    if (code === "TOO_MANY_ATTEMPTS") continue
    assert.match(answer.header("ratelimit-policy") ?? "", /^"[\w-]+";q=\d+;w=\d+/, "RateLimit-Policy is missing")
    assert.match(answer.header("ratelimit") ?? "", /^"[\w-]+";r=\d+;t=\d+/, "RateLimit is missing")
  }
  return refused.length
}

interface Flood extends Pick<Attack, "name" | "promise" | "summary">, TargetOptions {
  readonly count: readonly [short: number, full: number]
  readonly atOnce?: number
  readonly send: (target: Target) => Send
  readonly code: Code
  /** How many requests the service accepts initially, and how many more per minute. */
  readonly most: number
  readonly perMinute?: number
  /** Other start requests that are sent at the same time and that the service must accept. */
  readonly others?: (target: Target) => ReadonlyArray<Promise<TestResponse>>
}

const floods: ReadonlyArray<Flood> = [
  {
    name: "start-flood",
    summary: "starts 1,000 collections as fast as it can",
    promise: "Starts beyond 300 per minute get 429 with Retry-After, RateLimit and RateLimit-Policy.",
    count: [450, 1_000],
    send:
      ({ attacker }) =>
      () =>
        attacker.post("/collections", defaultStartRequest),
    code: "RATE_LIMITED",
    most: 300,
    perMinute: 300
  },
  {
    name: "replays",
    summary: "repeats one start 1,500 times with the same Idempotency-Key",
    promise: "Repeated starts count as other requests: beyond 600 per minute, they get 429 with Retry-After.",
    count: [900, 1_500],
    atOnce: 1,
    send: ({ attacker }) => {
      const headers = { "idempotency-key": crypto.randomUUID() }
      return () => attacker.post("/collections", defaultStartRequest, headers)
    },
    code: "RATE_LIMITED",
    // The first start counts against a different rate limit.
    most: 601,
    perMinute: 600
  },
  {
    name: "wrong-passwords",
    summary: "tries 20 wrong passwords for one user name",
    promise:
      "After INCORRECT_CREDENTIALS, 3 starts in 10 minutes are allowed for the client, company and login identity. Further starts are 429 TOO_MANY_ATTEMPTS. Other logins and other clients are not affected.",
    // `startsPerLogin` is raised, because the victim starts more than ten collections for one username.
    config: { limits: { startsPerLogin: 1000, startsPerLoginAfterFailure: 3 } },
    count: [20, 20],
    atOnce: 1,
    send:
      ({ attacker }) =>
      async () => {
        const answer = await attacker.post("/collections", wrongStart)
        if (answer.status === 429) return answer
        const { id } = answer.expect(201).read<{ readonly id: string }>()
        assert.equal((await attacker.poll(id, hasEnded)).status, "INCORRECT_CREDENTIALS")
        return answer
      },
    code: "TOO_MANY_ATTEMPTS",
    most: 4,
    others: ({ attacker, honest }) => [
      attacker.post("/collections", defaultStartRequest),
      honest.post("/collections", wrongStart)
    ]
  },
  {
    name: "one-identity",
    summary: "orders eight electronic identifications of one person before the first ends",
    promise:
      "A client has at most 3 open orders for a login identity. Further starts are 429 TOO_MANY_ATTEMPTS. Other clients' orders never count.",
    count: [8, 8],
    atOnce: 8,
    send:
      ({ attacker }) =>
      () =>
        attacker.post("/collections", electronicIdStartRequest()),
    code: "TOO_MANY_ATTEMPTS",
    most: 3,
    others: ({ honest }) => [honest.post("/collections", electronicIdStartRequest())]
  },
  {
    name: "waiting-flood",
    summary: "keeps more collections waiting than a client is allowed",
    promise: "A client has at most 5,000 waiting collections (here 40). Further starts are 429 until some end.",
    config: { limits: { runningCollectionsPerClient: 40 } },
    count: [60, 60],
    atOnce: 1,
    send:
      ({ attacker }) =>
      () =>
        attacker.post("/collections", inputRequiredStartRequest),
    code: "TOO_MANY_ATTEMPTS",
    most: 40
  }
]

const wrongStart = startRequestAs("incorrect-credentials")

const attackOf = ({
  atOnce,
  code,
  config = {},
  count,
  most,
  others,
  perMinute = 0,
  send,
  ...flood
}: Flood): Attack => ({
  ...flood,
  promise: `${flood.promise} Memory grows by at most ${2 * maxGrowthMegabytes} MB.`,
  run: async (stage) => {
    const target = await stage.start({ config })
    const request = send(target)
    const began = performance.now()
    let answers: ReadonlyArray<TestResponse> = []
    const grown = await target.measureGrowth(2 * maxGrowthMegabytes, async () => {
      answers = await many(stage.sized(...count), request, atOnce)
    })
    const refused = refusalsIn(answers, code)
    const accepted = answers.length - refused
    const admitted = most + (perMinute * (performance.now() - began)) / 60_000
    assert.ok(accepted >= 1 && accepted <= admitted, `${accepted} of ${answers.length} requests were accepted`)
    for (const other of others?.(target) ?? []) (await other).expect(201)
    return `${accepted} requests were accepted, ${refused} refused, ${grown}`
  }
})

/** Maximum growth of live memory, in megabytes. The counters of a rate limit take up to 10 MB. */
const maxLive = 10

/**
 * Measures live memory, because V8 collects long-lived garbage late: tens of thousands of requests add 60 MB of
 * resident memory, of which only 2 MB are live.
 */
const unknownIds: Attack = {
  name: "unknown-ids",
  summary: "polls collections that do not exist, and sends requests without credentials from thousands of addresses",
  promise: `Unknown ids and addresses cannot grow the counters: live memory grows by at most ${maxLive} MB.`,
  run: async (stage) => {
    const { attacker, base, service } = await stage.start({ env: inspectorEnvironment })
    // The first polls are not counted, because they load and compile code.
    const [first, polls, addresses] = stage.sized([500, 1_500, 300] as const, [5_000, 20_000, 5_000] as const)
    const poll = () => attacker.send(`/collections/${crypto.randomUUID()}/status`)
    await many(first, poll)
    const before = await liveBytes(service.output())
    const answers = await many(polls, poll)
    const bare = requestHead("GET /collections HTTP/1.1", "Connection: close")
    for (let number = 0; number < addresses; number += 50) {
      const some = Array.from({ length: 50 }, (_, index) => number + index)
      await Promise.all(some.map((n) => sendFromAddress(base, `127.1.${n >> 8}.${(n % 255) + 1}`, bare, 5_000)))
    }
    const grown = ((await liveBytes(service.output())) - before) / 1e6
    assert.ok(grown <= maxLive, `live memory grew by ${grown.toFixed(1)} MB`)
    return `live memory grew by ${grown.toFixed(1)} MB, ${refusalsIn(answers, "RATE_LIMITED")} polls were refused`
  }
}

export const all: ReadonlyArray<Attack> = [...floods.map(attackOf), unknownIds]
