/** Tests Connect sessions behind a proxy with a public URL, and with small quotas (spec 8, 13). */
import { TestUser } from "@sheaf/sandbox-site/testing"
import type { StatusObject } from "@sheaf/domain/Collection"
import type { ConnectSession } from "@sheaf/domain/ConnectSession"
import { assert, describe, it } from "vitest"
import { plainStart } from "../Starts.ts"
import * as TestService from "../TestService.ts"
import { createSession, openSession, ConnectPage } from "./ConnectPage.ts"

const [starts, requests, failures, total, reads] = [4, 12, 6, 3, 20]

/** The tests simulate different client addresses with `X-Forwarded-For`. */
const { client } = TestService.forAll({
  env: { SHEAF_PUBLIC_URL: "https://sheaf.example/link" },
  config: {
    proxies: ["127.0.0.1"],
    limits: {
      // The quota for the client's own starts. Starts from the page do not count toward it.
      startsPerMinute: starts,
      connectStartsPerMinute: starts,
      connectRequestsPerMinute: requests,
      failedAuthenticationsPerMinute: failures,
      startsPerConnectSession: total,
      statusReadsPerMinute: reads
    }
  }
})

const from = (address: string) => ({ "x-forwarded-for": address })

const newPage = (address: string) => openSession(client, { purpose: "COLLECT" }, from(address))

const rateOf = (headers: Headers): string => headers.get("ratelimit")?.split(";")[0] ?? "none"

/**
 * Repeats a request until the service rejects it with 429. Returns that response and the number of requests before it,
 * which can exceed the quota because the quota refills in the meantime.
 */
const untilLimited = async (send: () => ReturnType<ConnectPage["send"]>) => {
  for (let accepted = 0; ; accepted++) {
    const { body, headers, status } = await send()
    if (status !== 429) continue
    const wait = Number(headers.get("retry-after"))
    assert.isAtLeast(wait, 1)
    return { accepted, code: Object(body).code, detail: String(Object(body).detail), rate: rateOf(headers) }
  }
}

describe("the calls of a page", () => {
  it("count for its session, and never for its client or other sessions", async () => {
    const [page, other] = [await newPage("198.51.100.1"), await newPage("198.51.100.2")]
    const limited = await untilLimited(() =>
      page.send("POST", "/connect/collections", { ...plainStart, company: "no" })
    )
    assert.deepInclude(limited, { code: "RATE_LIMITED", rate: '"connectStarts"' })
    assert.isAtLeast(limited.accepted, starts)
    const summaries = await untilLimited(() => page.send("GET", "/connect/summary"))
    assert.deepInclude(summaries, { code: "RATE_LIMITED", rate: '"connectRequests"' })
    await other.call("POST", "/connect/collections", plainStart, 201)
    await other.call("GET", "/connect/summary")
    for (let sent = 0; sent < starts; sent++) (await client.post("/collections", plainStart)).expect(201)
    await other.call("POST", "/connect/collections", plainStart, 201)
  })

  it("share one quota of status reads in a session", async () => {
    const page = await newPage("198.51.100.3")
    const start = () => page.call<StatusObject>("POST", "/connect/collections", plainStart, 201)
    const [first, second] = [await start(), await start()]
    const read = ({ collectionId }: StatusObject) => page.send("GET", `/connect/collections/${collectionId}/status`)
    for (let sent = 0; sent < reads / 2; sent++) assert.strictEqual((await read(first)).status, 200)
    const [, left] = /^"status";r=(\d+);/u.exec((await read(second)).headers.get("ratelimit") ?? "") ?? []
    assert.isBelow(Number(left), reads - 1)
  })
})

describe("a session", () => {
  it("starts a limited number of collections and consents in all", async () => {
    const { userId } = await TestUser.make(client)
    const link = await createSession(client, { purpose: "COLLECT", userId })
    const page = new ConnectPage(client)
    await page.open(link, from("198.51.100.4"))
    const asked = { company: "se-fjallbanken", parameters: [{ type: "PSD2_AIS_CONSENT" }] }
    const keyed = { "idempotency-key": "first", ...from("198.51.100.4") }
    const consent = () => page.send("POST", "/connect/consents", asked, keyed)
    assert.strictEqual((await consent()).status, 201)
    for (const _ of [1, 2]) await page.call("POST", "/connect/collections", plainStart, 201)
    // Repeating the request starts nothing, so it does not count.
    assert.strictEqual((await consent()).status, 201)
    const refused = await page.send("POST", "/connect/collections", plainStart)
    assert.strictEqual(refused.status, 429)
    assert.strictEqual(Object(refused.body).code, "TOO_MANY_ATTEMPTS")
    assert.include(Object(refused.body).detail, "Open a new link")
    const { collectionIds, consentIds } = await client.read<ConnectSession>(
      `/connect-sessions/${link.connectSessionId}`
    )
    assert.deepStrictEqual([collectionIds.length, consentIds.length], [2, 1])
  })
})

describe("opening a link", () => {
  it("is limited by address for guesses, which never make the service reject the right link from the same address", async () => {
    const link = await createSession(client, { purpose: "COLLECT" })
    const guess = { connectSessionId: link.connectSessionId, secret: "A".repeat(43) }
    const neighbor = from("198.51.100.66")
    const guesser = new ConnectPage(client)
    const guessed = await untilLimited(() => guesser.send("POST", "/connect/open", guess, neighbor))
    assert.deepInclude(guessed, { code: "RATE_LIMITED", rate: '"authentication"' })
    assert.isAtLeast(guessed.accepted, failures)
    await new ConnectPage(client).open(link, neighbor)
  })

  it("is limited by session, from however many addresses", async () => {
    const link = await createSession(client, { purpose: "COLLECT" })
    const page = new ConnectPage(client)
    await page.open(link, from("203.0.113.1"))
    let host = 1
    const limited = await untilLimited(() => {
      host += 1
      return page.send("POST", "/connect/open", { connectSessionId: link.connectSessionId }, from(`203.0.113.${host}`))
    })
    assert.deepInclude(limited, { code: "RATE_LIMITED", rate: '"connectRequests"' })
  })
})

it("calls must have the public address as their origin, whatever host the proxy sends", async () => {
  const page = await newPage("198.51.100.8")
  assert.match(page.cookie ?? "", /^__Host-/u)
  const send = (origin: string, host: string) =>
    page.send("POST", "/connect/finish", { outcome: "COMPLETED" }, { origin, host })
  for (const [origin, host] of [
    ["https://other.sheaf.example", "sheaf.example"],
    ["http://sheaf.example", "sheaf.example"],
    ["https://sheaf.example:8443", "sheaf.example:8443"],
    ["https://sheaf.example.evil.example", "sheaf.example"],
    // An attacker's domain that resolves to this machine.
    ["https://evil.example", "evil.example"],
    ["http://internal.sheaf", "internal.sheaf"],
    ["null", "null"],
    ["", ""]
  ] as const) {
    const { body, status } = await send(origin, host)
    const code = Object(body).code
    assert.deepStrictEqual({ origin, status, code }, { origin, status: 403, code: "CROSS_SITE_REQUEST" })
  }
  assert.strictEqual((await send("https://sheaf.example", "internal.sheaf")).status, 200)
})

it("a start that the page repeats from another network gets the same response", async () => {
  const { userId } = await TestUser.make(client)
  const page = await openSession(client, { purpose: "COLLECT", userId }, from("198.51.100.7"))
  const asked = { company: "se-fjallbanken", parameters: [{ type: "PSD2_AIS_CONSENT" }] }
  const send = (address: string, body: object, key: string) =>
    page.send("POST", "/connect/consents", body, { "idempotency-key": key, ...from(address) })
  const first = await send("198.51.100.7", asked, "one")
  assert.strictEqual(first.status, 201, JSON.stringify(first.body))
  const repeated = await send("203.0.113.77", asked, "one")
  assert.strictEqual(repeated.status, 201, JSON.stringify(repeated.body))
  assert.strictEqual(repeated.headers.get("idempotent-replayed"), "true")
  assert.strictEqual(Object(repeated.body).consentId, Object(first.body).consentId)
  const without = { ...asked, parameters: [{ type: "PSD2_AIS_CONSENT", transactions: false }] }
  assert.strictEqual(Object((await send("198.51.100.7", without, "one")).body).code, "IDEMPOTENCY_KEY_REUSED")
})
