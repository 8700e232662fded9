/** Follows a status by long polling: Sheaf responds to each request only when the status changes. */
import type { CallOptions } from "../transport/ClientOptions.ts"
import { withTimeLimit } from "../transport/Clock.ts"
import type { Clock } from "../transport/Clock.ts"
import { SheafDeadlineError } from "../transport/Errors.ts"
import type { Transport } from "../transport/Transport.ts"
import { parseRetryAfter } from "../transport/Retry.ts"

/** A status. As long as it has a `pollingInterval`, it can still change. */
export interface PolledStatus {
  readonly status: string
  readonly pollingInterval?: number
}

/** A status with the service's time, in milliseconds since 1970. */
export interface StatusUpdate<Status> {
  readonly status: Status
  readonly serverTime: number
}

export interface StatusWaitOptions<Status> extends CallOptions {
  /**
   * Called with each status, for example to show progress, to open `authInstructions.redirectUrl`, or to draw a QR
   * code.
   */
  readonly onStatus?: ((status: Status) => void) | undefined
  /** How long to wait, in seconds, before the call rejects with `SheafDeadlineError`. Default: forever. */
  readonly timeoutSeconds?: number | undefined
}

export interface StatusSource<Status> {
  readonly clock: Clock
  readonly updates: (signal: AbortSignal) => AsyncGenerator<StatusUpdate<Status>, void, void>
}

/** The pause after an immediate response, in seconds, unless Sheaf says how long to wait. */
export const defaultPause = 2

export async function* follow<Status extends PolledStatus>(
  transport: Transport,
  path: string,
  { signal }: CallOptions = {}
): AsyncGenerator<StatusUpdate<Status>, void, void> {
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
    // Sheaf responded immediately or cannot hold the next request, so pause first.
    if (!waited || etag === undefined) {
      await transport.clock.sleep((parseRetryAfter(reply.headers, now) ?? defaultPause) * 1000, signal)
    }
  }
}

export async function* statusesOf<Status>(
  seen: AsyncGenerator<StatusUpdate<Status>, void, void>
): AsyncGenerator<Status, void, void> {
  for await (const { status } of seen) yield status
}

/** Returns the last status. `settle` handles each status before the client requests the next one. */
export const lastStatus = <Status>(
  { clock, updates }: StatusSource<Status>,
  { onStatus, signal, timeoutSeconds = Infinity }: StatusWaitOptions<Status>,
  settle: (seen: StatusUpdate<Status>, signal: AbortSignal) => Promise<void> = () => Promise.resolve()
): Promise<Status> => {
  let latest: Status | undefined
  const late = () => new SheafDeadlineError(latest)
  return withTimeLimit({ clock, milliseconds: timeoutSeconds * 1000, late, signal }, async (signal) => {
    for await (const seen of updates(signal)) {
      latest = seen.status
      onStatus?.(latest)
      await settle(seen, signal)
    }
    // The stream ends only with a status that needs no more polls.
    return latest as Status
  })
}
