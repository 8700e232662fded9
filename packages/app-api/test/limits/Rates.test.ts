/** Tests rate limits in a real process with small quotas (spec 8). */
import { demoApiKey } from "@sheaf/sandbox-site/testing"
import type { TestResponse, RequestOptions } from "@sheaf/sandbox-site/testing"
import { assert, describe, it } from "vitest"
import * as Requests from "../recovery/Requests.ts"
import * as TestService from "../TestService.ts"

const quota = 6
const { client } = TestService.forAll({
  config: {
    proxies: ["127.0.0.1"],
    limits: {
      statusReadsPerMinute: quota,
      requestsPerMinute: 40,
      failedAuthenticationsPerMinute: quota
    }
  }
})

const start = Requests.username("two-factor")

/**
 * Repeats a request until the service rejects it. Returns that response and the number of requests before it, which can
 * exceed the quota because the quota refills in the meantime.
 */
const exhaust = async (path: string, request?: RequestOptions) => {
  for (let accepted = 0; ; accepted++) {
    const answer = await client.send(path, request)
    if (answer.status === 429) return { accepted, refused: answer }
  }
}

const assertRefused = ({ headers, json, status }: TestResponse, rate: string, quota: number) => {
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
    assert.strictEqual((await client.send(path)).headers.get("ratelimit"), `"status";r=${quota - 1};t=10`)
    const { accepted, refused } = await exhaust(path)
    assert.isAtLeast(accepted, quota - 1)
    assertRefused(refused, "status", quota)
    // Percent-encoded forms of an id count toward the same limit.
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
    assert.isBelow((await exhaust(`/collections/${encoded}/status`)).accepted, quota)
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
})

it("failed authentications are limited for each address, but valid keys are never rejected", async () => {
  const wrong = { headers: { "authorization-token": "wrong" } }
  const { accepted, refused } = await exhaust("/companies/availability", wrong)
  assert.isAtLeast(accepted, quota)
  assertRefused(refused, "authentication", quota)
  const from = (headers: Record<string, string>) => ({ headers: { ...wrong.headers, ...headers } })
  const behindProxy = await client.send("/companies/availability", from({ "x-forwarded-for": "198.51.100.1" }))
  assert.match(behindProxy.headers.get("ratelimit") ?? "", /^"authentication";r=5;/)
  // Callers cannot evade the limit with malformed or additional headers.
  for (const fields of [{ forwarded: "for=_hidden" }, { forwarded: "for=8.8.8.8", "x-forwarded-for": "9.9.9.9" }]) {
    assert.isBelow((await exhaust("/companies/availability", from(fields))).accepted, quota)
  }
  const right = { headers: { "authorization-token": demoApiKey } }
  assert.strictEqual((await client.send("/companies/availability", right)).status, 200)
})

it("other requests are limited for each key, and paths without credentials are not", async () => {
  const { accepted, refused } = await exhaust("/companies/availability")
  assert.isAbove(accepted, quota)
  assertRefused(refused, "requests", 40)
  assert.strictEqual((await client.send("/health")).headers.get("ratelimit"), null)
})
