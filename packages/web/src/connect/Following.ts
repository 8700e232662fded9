/** Follows a status for as long as a place is shown, despite network interruptions. */
import { SheafConnectionError } from "@sheaf/client/connect"
import type { Signal } from "@preact/signals"

/** The pause before a new attempt after the client gave up, in milliseconds. */
const pause = 2000

export interface FollowingOptions {
  readonly signal: AbortSignal
  /** True while the service does not respond. */
  readonly offline: Signal<boolean>
}

/** Shows each status in turn. Ends with the last status or the signal, and rejects if the service refuses the request. */
export const follow = async <Status>(
  statuses: (signal: AbortSignal) => AsyncGenerator<Status, void, void>,
  show: (status: Status) => Promise<void>,
  { offline, signal }: FollowingOptions
): Promise<void> => {
  while (!signal.aborted) {
    try {
      for await (const status of statuses(signal)) {
        offline.value = false
        if (signal.aborted) return
        await show(status)
      }
      return
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof SheafConnectionError)) throw error
      offline.value = true
      await new Promise((resume) => setTimeout(resume, pause))
    }
  }
}
