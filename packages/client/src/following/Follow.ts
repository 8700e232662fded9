/** Follows a status by long polling: Sheaf holds each request until the status changes. */
import type { CallOptions } from "../ClientOptions.ts"
import type { Transport } from "../Transport.ts"
import { retryAfter } from "../Transport.ts"

/** A status that can still change while it has a `pollingInterval`. */
export interface Followed {
  readonly status: string
  readonly pollingInterval?: number
}

/** A status with the service's time, in milliseconds since 1970. */
export interface Seen<Status> {
  readonly status: Status
  readonly serverTime: number
}

/** The default pause after a request that Sheaf did not hold, in seconds. */
export const defaultPause = 2

/** Yields the current status and then each change, until the status is final. */
export async function* follow<Status extends Followed>(
  transport: Transport,
  path: string,
  { signal }: CallOptions = {}
): AsyncGenerator<Seen<Status>, void, void> {
  let etag: string | undefined
  for (;;) {
    const headers: Record<string, string> = etag === undefined ? {} : { "if-none-match": etag, prefer: "wait=30" }
    const reply = await transport.send<Status>({ path, headers, signal })
    const now = transport.clock.now()
    const waited = etag === undefined || reply.headers.get("preference-applied") !== null
    etag = reply.headers.get("etag") ?? undefined
    if (reply.status !== 304) {
      const date = Date.parse(reply.headers.get("date") ?? "")
      yield { status: reply.body, serverTime: Number.isNaN(date) ? now : date }
      if (reply.body.pollingInterval === undefined) return
    }
    // Without an ETag, or if Sheaf did not wait, a pause prevents a busy loop.
    if (!waited || etag === undefined) {
      await transport.clock.sleep((retryAfter(reply.headers, now) ?? defaultPause) * 1000, signal)
    }
  }
}

/** Yields only the statuses. */
export async function* statusesOf<Status>(
  seen: AsyncGenerator<Seen<Status>, void, void>
): AsyncGenerator<Status, void, void> {
  for await (const { status } of seen) yield status
}
