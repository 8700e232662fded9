/** Webhook secrets and signatures according to Standard Webhooks 1.0 (spec 6). */
import { WebhookSigner } from "@sheaf/ports"
import type { WebhookSecret } from "@sheaf/ports"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { createHmac } from "node:crypto"

const prefix = "whsec_"

/** A secret's length, in bytes. */
const secretLength = 32

const signature = (secret: WebhookSecret, signed: string): string => {
  const key = Buffer.from(Redacted.value(secret).slice(prefix.length), "base64")
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
}

export const layer = Layer.effect(
  WebhookSigner,
  Effect.map(SecureRandom.SecureRandom, (random) =>
    WebhookSigner.of({
      newSecret: Effect.map(random.randomBytes(secretLength), (bytes) =>
        Redacted.make(`${prefix}${Buffer.from(bytes).toString("base64")}`)
      ),
      headersOf: ({ current, previous = [] }, { at, body, eventId }) => {
        const timestamp = String(Math.floor(at / 1000))
        const valid = previous.filter(({ until }) => at < until)
        const secrets = [current, ...valid.map(({ secret }) => secret)]
        const signed = `${eventId}.${timestamp}.${body}`
        return {
          "webhook-id": eventId,
          "webhook-timestamp": timestamp,
          "webhook-signature": secrets.map((secret) => signature(secret, signed)).join(" ")
        }
      }
    })
  )
)
