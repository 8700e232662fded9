/** Keeps the current screen's data up to date, despite network interruptions and an overloaded service. */
import { SheafConnectionError, SheafProblem } from "@sheaf/client/connect"
import type { Signal } from "@preact/signals"

/** The reason why the page waits before it reads again: no usable response, or a service that is busy or fails. */
export type Interruption = "offline" | "busy"

/** The default pause before a retry once the client library has given up, in seconds. */
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

/** Resolves once the browser is online again, or after a pause, because the browser does not notice every lost connection. */
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
 * Sends a request until it reaches the service. The request must take effect only once. Rejects if the service refuses it, and
 * resolves to `undefined` if the signal is aborted.
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
