/** Keeps the current screen's data up to date, despite network interruptions and an overloaded service. */
import { SheafConnectionError, SheafProblem } from "@sheaf/client/connect"
import type { Signal } from "@preact/signals"

/** `offline`: no usable response. `busy`: the service is overloaded or failing. */
export type Interruption = "offline" | "busy"

/** Seconds between retries after the client library gives up, unless the response has a `Retry-After`. */
const defaultPause = 2

export interface ReconnectionOptions {
  readonly signal: AbortSignal
  readonly interruption: Signal<Interruption | undefined>
}

/** Returns `undefined` for errors that a retry cannot fix. */
const interruptionIn = (error: SheafConnectionError | SheafProblem): Interruption | undefined => {
  if (error instanceof SheafConnectionError) return "offline"
  return error.status === 429 || error.status >= 500 ? "busy" : undefined
}

/**
 * Resolves when the browser reports that it is online, or after a pause, because browsers do not notice every lost
 * connection.
 */
const reconnected = (): Promise<void> =>
  new Promise((resume) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener("online", end)
      resume()
    }
    const timer = setTimeout(end, defaultPause * 1000)
    addEventListener("online", end)
  })

/**
 * Retries while the network is down, so the request must be idempotent. Rejects if the service refuses it, and resolves
 * to `undefined` if the signal is aborted.
 */
export const sendUntilDelivered = async <A>(
  send: (signal: AbortSignal) => Promise<A>,
  { interruption, signal }: ReconnectionOptions
): Promise<A | undefined> => {
  while (!signal.aborted) {
    try {
      return await send(signal)
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof SheafConnectionError)) throw error
      interruption.value = "offline"
      await reconnected()
    }
  }
  return undefined
}

/** Repeats a read until it succeeds or the signal is aborted. Rejects if the service refuses the request. */
export const retryRead = async (
  read: (signal: AbortSignal) => Promise<void>,
  { interruption, signal }: ReconnectionOptions
): Promise<void> => {
  while (!signal.aborted) {
    try {
      await read(signal)
      interruption.value = undefined
      return
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SheafConnectionError || error instanceof SheafProblem)) throw error
      const reason = interruptionIn(error)
      if (reason === undefined) throw error
      interruption.value = reason
      const seconds = error.retryAfterSeconds ?? defaultPause
      await new Promise((resume) => setTimeout(resume, seconds * 1000))
    }
  }
}

/**
 * Shows each status in turn. Ends after the last status, or when the signal is aborted. Rejects if the service refuses
 * the request.
 */
export const followStatuses = <Status>(
  statuses: (signal: AbortSignal) => AsyncGenerator<Status, void, void>,
  show: (status: Status) => Promise<void>,
  options: ReconnectionOptions
): Promise<void> =>
  retryRead(async (signal) => {
    for await (const status of statuses(signal)) {
      options.interruption.value = undefined
      if (signal.aborted) return
      await show(status)
    }
  }, options)
