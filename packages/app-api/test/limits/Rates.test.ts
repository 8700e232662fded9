/** The rates of requests, in a real process with small quotas (decisions 14). */
import { demonstrationKey } from "@sheaf/adapters-http/testing"
import type { Answer, RequestOptions } from "@sheaf/adapters-http/testing"
import { assert, describe, it } from "vitest"
import * as TestService from "../TestService.ts"
import * as Tools from "../Tools.ts"

const quota = 6
const { client, dataDir } = TestService.forAll({
  config: {
    proxies: ["127.0.0.1"],
    limits: {
      statusReadsPerMinute: quota,
      startsPerMinute: quota,
      requestsPerMinute: 40,
      failedAuthenticationsPerMinute: quota
    }
  }
})

const start = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "secret" }]
}

/** Counts the responses with each status. */
const statusesOf = (answers: ReadonlyArray<Answer>) =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(answers, ({ status }) => status),
      ([status, all]) => [status, all.length]
    )
  )

/** Sends a request repeatedly, each time after the previous response. */
const repeat = async (times: number, path: string, request?: RequestOptions) => {
  const answers: Array<Answer> = []
  for (let sent = 0; sent < times; sent++) answers.push(await client.send(path, request))
  return answers
}

const assertRefused = ({ headers, json, status }: Answer, rate: string, quota: number) => {
  assert.strictEqual(status, 429)
  assert.deepInclude(json, { code: "RATE_LIMITED", type: "/problems/rate-limited" })
  assert.match(headers.get("ratelimit") ?? "", new RegExp(`^"${rate}";r=0;t=\\d+$`))
  assert.strictEqual(headers.get("ratelimit-policy"), `"${rate}";q=${quota};w=60`)
  const wait = Number(headers.get("retry-after"))
  assert.isTrue(wait >= 1 && wait <= Math.ceil(60 / quota), String(wait))
}

const begin = async (headers = {}): Promise<string> => {
  const answer = await client.post("/collections", start, headers)
  return answer.expect(201).read<{ readonly collectionId: string }>().collectionId
}

describe("status reads", () => {
  it("are limited for each collection", async () => {
    const [id, other] = [await begin(), await begin()]
    const path = `/collections/${id}/status`
    const answers = await repeat(quota, path)
    assert.deepStrictEqual(statusesOf(answers), { 200: quota })
    assert.strictEqual(answers[0]?.headers.get("ratelimit"), `"status";r=${quota - 1};t=10`)
    assertRefused(await client.send(path), "status", quota)
    // Percent-encoded forms of an id share one count.
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
    assertRefused(await client.send(`/collections/${encoded}/status`), "status", quota)
    assert.strictEqual((await client.send(`/collections/${other}/status`)).status, 200)
  })

  it("count only once while they are held", async () => {
    const id = await begin()
    const path = `/collections/${id}/status`
    const { headers } = await client.send(path)
    const held = { headers: { prefer: "wait=1", "if-none-match": headers.get("etag") ?? "" } }
    const answer = await client.send(path, held)
    assert.match(answer.headers.get("ratelimit") ?? "", new RegExp(`^"status";r=${quota - 2};`))
  })

  it("of unknown ids count as other requests", async () => {
    const answer = await client.send("/collections/019a0000-0000-7000-8000-0000000000ff/status")
    assert.strictEqual(answer.status, 404)
    assert.match(answer.headers.get("ratelimit") ?? "", /^"requests";/)
  })
})

it("starts are limited for each client, and repeated requests for accepted starts count as other requests", async () => {
  const folder = { folder: dataDir, dataDir }
  const clientId = await Tools.sheafPrints(folder, "clients", "create", "--name", "Another")
  const key = await Tools.sheafPrints(folder, "keys", "create", "--client", clientId)
  const headers = { "authorization-token": key }
  const keyed = { ...headers, "idempotency-key": "one" }
  const first = await begin(keyed)
  const repeated = await client.post("/collections", start, keyed)
  assert.match(repeated.headers.get("ratelimit") ?? "", /^"requests";r=39;/)
  const { json, status } = repeated
  assert.deepInclude(json, { collectionId: first })
  assert.strictEqual(status, 201)
  let last = repeated
  while (last.status === 201) last = await client.post("/collections", start, keyed)
  assertRefused(last, "requests", 40)
  // The rejected repeated request counts as a start. Otherwise, its sender could repeat it without limit.
  for (let sent = 2; sent < quota; sent++) await begin(headers)
  assertRefused(await client.post("/collections", start, headers), "starts", quota)
  assert.strictEqual((await client.send(`/collections/${first}/status`, { headers })).status, 200)
})

it("failed authentications are limited for each address, but valid keys are never rejected", async () => {
  const wrong = { headers: { "authorization-token": "wrong" } }
  const answers = await repeat(quota, "/companies/availability", wrong)
  assert.deepStrictEqual(statusesOf(answers), { 401: quota })
  const from = (headers: Record<string, string>) =>
    client.send("/companies/availability", { headers: { ...wrong.headers, ...headers } })
  const behindProxy = await from({ "x-forwarded-for": "198.51.100.1" })
  assert.match(behindProxy.headers.get("ratelimit") ?? "", /^"authentication";r=5;/)
  // Callers cannot evade the count with malformed or additional fields.
  for (const fields of [{}, { forwarded: "for=_hidden" }, { forwarded: "for=8.8.8.8", "x-forwarded-for": "9.9.9.9" }]) {
    assertRefused(await from(fields), "authentication", quota)
  }
  const right = { headers: { "authorization-token": demonstrationKey } }
  assert.strictEqual((await client.send("/companies/availability", right)).status, 200)
})

it("other requests are limited for each key, and paths without credentials are not", async () => {
  const answers = await repeat(41, "/companies/availability")
  const last = answers.at(-1)
  assert.isDefined(last)
  if (last !== undefined) assertRefused(last, "requests", 40)
  assert.strictEqual((await client.send("/health")).headers.get("ratelimit"), null)
})
