/** Verifies webhooks, and compares the results with the `standardwebhooks` package and openssl. */
import { verifyWebhook, WebhookVerificationError } from "@sheaf/client"
import type { WebhookBody, WebhookHeaders } from "@sheaf/client"
import * as Older from "@sheaf/client/2025-01-01"
import { execFileSync } from "node:child_process"
import { Webhook } from "standardwebhooks"
import { assert, describe, it } from "vitest"

const secretOf = (fill: number): string => `whsec_${Buffer.alloc(32, fill).toString("base64")}`

const current = secretOf(7)
const previous = secretOf(9)

const event = {
  eventId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
  type: "collection.completed",
  version: "2026-04-01",
  timestamp: "2026-05-04T08:00:00.000Z",
  subject: { collectionId: "019a9f0e-4b2c-7a11-8c3d-5e6f70819203", company: "se-nordhem" },
  data: { status: "COMPLETED", company: "Färgelanda Försäkring" }
}
const body = JSON.stringify(event)
const id = event.eventId
const signedAt = Date.parse(event.timestamp)

const signatureOf = (secret: string, content: string = body): string =>
  new Webhook(secret).sign(id, new Date(signedAt), content)

const fieldsWith = (signature: string): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(signedAt / 1000),
  "webhook-signature": signature
})

const headers = fieldsWith(signatureOf(current))

const at = (seconds: number) => ({ now: () => signedAt + seconds * 1000 })

const codeOf = async (verification: Promise<unknown>): Promise<string> => {
  const error: unknown = await verification.then(
    () => assert.fail("the webhook is accepted"),
    (reason: unknown) => reason
  )
  assert.instanceOf(error, WebhookVerificationError)
  return error.code
}

describe("a signed webhook", () => {
  const capitals = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace(/\b\w/g, (letter) => letter.toUpperCase()), value])
  )
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))

  it.each<[string, WebhookHeaders, WebhookBody, string | ReadonlyArray<string>]>([
    ["in a Headers object", new Headers(headers), body, current],
    ["in a record", headers, body, current],
    ["in a record with capital letters", capitals, body, current],
    ["in a record of lists", lists, body, current],
    ["with its body as bytes", headers, Buffer.from(body), current],
    ["with its body as a buffer", headers, new TextEncoder().encode(body).buffer, current],
    ["with a secret without its prefix", headers, body, current.replace("whsec_", "")],
    ["with the second of two secrets", headers, body, [previous, current]],
    [
      "with two signatures, one of which matches",
      fieldsWith(`${signatureOf(previous)} ${signatureOf(current)}`),
      body,
      current
    ],
    ["with a signature of a later scheme", fieldsWith(`v2,AAAA ${signatureOf(current)} v1a,BBBB`), body, current],
    [
      "with a damaged signature next to the valid signature",
      fieldsWith(`v1,%%% ${signatureOf(current)}`),
      body,
      current
    ]
  ])("returns its event: %s", async (_, fields, content, secrets) => {
    assert.deepStrictEqual<unknown>(await verifyWebhook(fields, content, secrets, at(0)), event)
  })

  it("returns its event if openssl signs it", async () => {
    const key = Buffer.from(current.replace("whsec_", ""), "base64").toString("hex")
    const mac = execFileSync("openssl", ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${key}`, "-binary"], {
      input: `${id}.${signedAt / 1000}.${body}`
    })
    const fields = fieldsWith(`v1,${mac.toString("base64")}`)
    assert.deepStrictEqual<unknown>(await verifyWebhook(fields, body, current, at(0)), event)
  })

  it.each([-300, 0, 300])("is accepted %i seconds after its signature", async (seconds) => {
    assert.strictEqual((await verifyWebhook(headers, body, current, at(seconds))).eventId, id)
  })

  it("is accepted at any time that the receiver tolerates", async () => {
    const options = { ...at(3600), toleranceSeconds: 3600 }
    assert.strictEqual((await verifyWebhook(headers, body, current, options)).eventId, id)
  })

  it("uses the machine's time", async () => {
    assert.strictEqual(await codeOf(verifyWebhook(headers, body, current)), "TOO_OLD")
  })
})

describe("a webhook", () => {
  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).filter(([given]) => given !== name))
  const notEvent = JSON.stringify({ type: "collection.completed" })

  it.each<[string, Record<string, string>, WebhookBody, string]>([
    ["has no id", without("webhook-id"), body, "MISSING_HEADER"],
    ["has no time", without("webhook-timestamp"), body, "MISSING_HEADER"],
    ["has no signature", without("webhook-signature"), body, "MISSING_HEADER"],
    ["has an empty signature", fieldsWith(""), body, "MISSING_HEADER"],
    ["has a time that is not a number", { ...headers, "webhook-timestamp": "yesterday" }, body, "MALFORMED"],
    ["has a negative time", { ...headers, "webhook-timestamp": "-1777881600" }, body, "MALFORMED"],
    ["has a signature without a scheme", fieldsWith(signatureOf(current).slice(3)), body, "MALFORMED"],
    ["has only signatures of other schemes", fieldsWith("v2,AAAA"), body, "MALFORMED"],
    ["has a signature of another secret", fieldsWith(signatureOf(secretOf(1))), body, "NO_MATCH"],
    ["has a shortened signature", fieldsWith(signatureOf(current).slice(0, -8)), body, "NO_MATCH"],
    ["has a changed id", { ...headers, "webhook-id": "another" }, body, "NO_MATCH"],
    ["has a changed time", { ...headers, "webhook-timestamp": String(signedAt / 1000 + 1) }, body, "NO_MATCH"],
    ["has a changed body", headers, body.replace("COMPLETED", "REVOKED"), "NO_MATCH"],
    ["has a truncated body", headers, body.slice(0, -1), "NO_MATCH"],
    ["has no body", headers, "", "NO_MATCH"],
    ["has a signed body that is not JSON", fieldsWith(signatureOf(current, "{")), "{", "MALFORMED"],
    ["has a signed body that is not an event", fieldsWith(signatureOf(current, notEvent)), notEvent, "MALFORMED"]
  ])("is rejected if it %s", async (_, fields, content, code) => {
    assert.strictEqual(await codeOf(verifyWebhook(fields, content, current, at(0))), code)
  })

  it.each([
    [301, "TOO_OLD"],
    [-301, "TOO_NEW"]
  ])("is rejected %i seconds after its signature", async (seconds, code) => {
    assert.strictEqual(await codeOf(verifyWebhook(headers, body, current, at(seconds))), code)
  })

  it("is rejected by the entry of another version", async () => {
    assert.strictEqual(await codeOf(Older.verifyWebhook(headers, body, current, at(0))), "OTHER_VERSION")
  })
})

describe("a mistake by the receiver", () => {
  it.each([
    ["a secret that is not base64", body, "whsec_?", /^A secret is/],
    ["an empty secret", body, "whsec_", /^A secret is/],
    ["no secret", body, [], /^Pass at least one secret/],
    ["a parsed body", JSON.parse(body), current, /^Pass the raw body/],
    ["a secret that is not set", body, JSON.parse("[null]"), /^Pass the endpoint's secret/],
    ["no headers", body, current, /^Pass the header fields/, JSON.parse("null")]
  ])("is a TypeError that does not repeat the secret: %s", async (_, content, secrets, message, given = headers) => {
    const error: unknown = await verifyWebhook(given, content, secrets, at(0)).catch((reason: unknown) => reason)
    assert.instanceOf(error, TypeError)
    assert.match(error.message, message)
  })
})
