/** Tests the receivers in `examples/webhook-receivers` with webhooks signed by the `standardwebhooks` package. */
import { Webhook } from "standardwebhooks"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { checkWithOpenssl, receivers, startReceiver } from "./Receivers.ts"
import type { Receiver, SignedRequest } from "./Receivers.ts"

const secretOf = (fill: number): string => `whsec_${Buffer.alloc(32, fill).toString("base64")}`

const current = secretOf(7)
const previous = secretOf(9)

const webhook = (eventId: string, secrets: ReadonlyArray<string> = [current], seconds = 0): SignedRequest => {
  const time = new Date(Date.now() + seconds * 1000)
  const event = {
    eventId,
    type: "collection.completed",
    version: "2026-04-01",
    timestamp: time.toISOString(),
    data: { company: "Färgelanda Försäkring" }
  }
  const body = JSON.stringify(event)
  const headers = {
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(eventId, time, body)).join(" ")
  }
  return { headers, body }
}

describe.each(receivers)("the receiver %s", (_, program) => {
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await startReceiver(program, [previous, current])
  })

  afterAll(async () => {
    await receiver.stop()
  })

  const post = async ({ body, headers }: { readonly headers: Record<string, string>; readonly body: string }) => {
    const response = await fetch(receiver.base, { method: "POST", headers, body })
    return [response.status, await response.text()]
  }

  const printed = (lines: string) => vi.waitFor(() => assert.include(receiver.output(), lines))

  it("handles a signed event, and recognizes a repeated delivery", async () => {
    const signed = webhook("once")
    assert.deepStrictEqual(await post(signed), [204, ""])
    assert.deepStrictEqual(await post(signed), [204, ""])
    await printed("received collection.completed once\nrepeated collection.completed once\n")
  })

  it.each([
    ["the previous secret", [previous]],
    ["both secrets", [secretOf(1), current]]
  ])("accepts an event that is signed with %s", async (name, secrets) => {
    assert.deepStrictEqual(await post(webhook(name, secrets)), [204, ""])
    await printed(`received collection.completed ${name}\n`)
  })

  it.each([
    ["an unknown secret", webhook("a", [secretOf(1)]), 400, "NO_MATCH"],
    ["a truncated body", { ...webhook("b"), body: webhook("b").body.slice(0, -1) }, 400, "NO_MATCH"],
    ["an old signature", webhook("c", [current], -400), 400, "TOO_OLD"],
    ["a signature from the future", webhook("d", [current], 400), 400, "TOO_NEW"],
    ["no signature", { headers: {}, body: "{}" }, 400, "MISSING_HEADER"],
    [
      "a later scheme only",
      { ...webhook("e"), headers: { ...webhook("e").headers, "webhook-signature": "v2,AA" } },
      400,
      "MALFORMED"
    ],
    ["a body that is too long", { ...webhook("f"), body: " ".repeat(300_000) }, 413, "body too long"]
  ])("rejects %s", async (_, signed, status, reason) => {
    assert.deepStrictEqual(await post(signed), [status, reason])
  })
})

describe("the check with openssl", () => {
  const check = (signed: SignedRequest) => checkWithOpenssl(current, signed)

  it.each([
    ["one signature", webhook("one")],
    ["a signature of each secret", webhook("both", [previous, current])]
  ])("accepts %s", async (_, signed) => {
    const { code, printed } = await check(signed)
    assert.strictEqual(code, 0)
    assert.match(printed, /^valid, signed \d+ seconds ago\n$/)
  })

  it("reports a changed body and a time that is not a number", async () => {
    const signed = webhook("changed")
    const changed = await check({ ...signed, body: `${signed.body}\n` })
    assert.deepStrictEqual(changed, { code: 1, printed: "no match\n" })
    const odd = await check({ ...signed, headers: { ...signed.headers, "webhook-timestamp": "a[$(id)]" } })
    assert.deepStrictEqual(odd, { code: 2, printed: "the timestamp is not a number of seconds\n" })
  })
})
