/** Driven port: webhook secrets and signatures, as defined by Standard Webhooks (spec 6). */
import { Context } from "effect"
import type { Effect, Redacted } from "effect"

/** `whsec_` followed by 32 bytes in Base64. */
export type WebhookSecret = Redacted.Redacted

export interface WebhookSecrets {
  readonly current: WebhookSecret
  /** Replaced secrets, newest first. Each signs until its own `until`, in milliseconds since 1970. */
  readonly previous?: ReadonlyArray<{ readonly secret: WebhookSecret; readonly until: number }>
}

export interface SignedContent {
  readonly eventId: string
  readonly at: number
  readonly body: string
}

export class WebhookSigner extends Context.Service<
  WebhookSigner,
  {
    readonly newSecret: Effect.Effect<WebhookSecret>
    /** Returns the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
    readonly headersOf: (secrets: WebhookSecrets, content: SignedContent) => Readonly<Record<string, string>>
  }
>()("@sheaf/ports/WebhookSigner") {}
