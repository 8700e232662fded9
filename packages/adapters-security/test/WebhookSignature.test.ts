/** Tests that independent implementations of Standard Webhooks accept the webhook signatures (spec 6). */
import { assert, layer } from "@effect/vitest"
import { WebhookSigner } from "@sheaf/ports"
import type { WebhookSecret } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Layer, Redacted } from "effect"
import { execFileSync } from "node:child_process"
import { Webhook } from "standardwebhooks"
import { RandomPool, WebhookSignature } from "../src/index.ts"

/** Uses Node's clock, because the independent verifier compares the signature's time with its own clock. */
const now = () => Date.now()

const content = (at: number) => ({
  eventId: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e70",
  at,
  body: '{"type":"collection.completed","data":{"company":"Nordhem Försäkring"}}'
})

/** Computes a signature with the openssl commands from the guide. */
const byOpenssl = (secret: string, signed: string): string => {
  const hex = Buffer.from(secret.slice("whsec_".length), "base64").toString("hex")
  const options = ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${hex}`, "-binary"]
  return execFileSync("openssl", options, { input: signed }).toString("base64")
}

layer(WebhookSignature.layer.pipe(Layer.provide(RandomPool.layer)))("a webhook's signature", (it) => {
  const test = testsOf(it, WebhookSigner)

  test("is valid for the package standardwebhooks", function* (signer) {
    const current = yield* signer.newSecret
    const signed = content(now())
    const headers = { ...signer.headersOf({ current }, signed) }
    const webhook = new Webhook(Redacted.value(current))
    assert.deepStrictEqual(webhook.verify(signed.body, headers), JSON.parse(signed.body))
    assert.throws(() => webhook.verify(`${signed.body} `, headers), "No matching signature")
    assert.throws(() => new Webhook(Redacted.value(current)).verify(signed.body, { ...headers, "webhook-id": "other" }))
    const old = { ...signer.headersOf({ current }, content(now() - 6 * 60_000)) }
    assert.throws(() => webhook.verify(signed.body, old), "too old")
  })

  test("is the one that openssl computes", function* (signer) {
    const current = yield* signer.newSecret
    const signed = content(1_775_035_800_999)
    const headers = signer.headersOf({ current }, signed)
    const expected = byOpenssl(Redacted.value(current), `${signed.eventId}.1775035800.${signed.body}`)
    assert.deepStrictEqual(headers, {
      "webhook-id": signed.eventId,
      "webhook-timestamp": "1775035800",
      "webhook-signature": `v1,${expected}`
    })
  })

  test("comes with that of each replaced secret until its time ends", function* (signer) {
    const [current, second, first] = [yield* signer.newSecret, yield* signer.newSecret, yield* signer.newSecret]
    const until = now() + 1000
    const previous = [
      { secret: second, until: until + 1000 },
      { secret: first, until }
    ]
    const verify = (secret: WebhookSecret, at: number) =>
      new Webhook(Redacted.value(secret)).verify(content(0).body, {
        ...signer.headersOf({ current, previous }, content(at))
      })
    for (const each of [current, second, first]) verify(each, until - 1)
    for (const each of [current, second]) verify(each, until)
    assert.throws(() => verify(first, until), "No matching signature")
    verify(current, until + 1000)
    assert.throws(() => verify(second, until + 1000), "No matching signature")
  })

  test("uses a new secret of 32 bytes for each endpoint", function* (signer) {
    const secrets = [yield* signer.newSecret, yield* signer.newSecret].map(Redacted.value)
    for (const secret of secrets) {
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.lengthOf(Buffer.from(secret.slice("whsec_".length), "base64"), 32)
    }
    assert.notStrictEqual(secrets[0], secrets[1])
  })
})
