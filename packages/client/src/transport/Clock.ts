/** Time and randomness for pauses, deadlines and retries. Replaceable in tests. */

export interface Clock {
  readonly now: () => number
  /** Resolves after `milliseconds`. If `signal` aborts first, rejects with its reason. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
}

/** The maximum delay of a timer, in milliseconds. With a longer delay, a timer would fire immediately. */
const maxDelay = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason)
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", stop)
          resolve()
        },
        Math.min(milliseconds, maxDelay)
      )
      signal?.addEventListener("abort", stop, { once: true })
    })
}

export interface TimeLimit {
  readonly clock: Clock
  readonly milliseconds: number
  readonly late: () => unknown
  readonly signal?: AbortSignal | undefined
}

export const withTimeLimit = async <A>(
  { clock, late, milliseconds, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<A>
): Promise<A> => {
  signal?.throwIfAborted()
  const limit = new AbortController()
  const done = new AbortController()
  const forward = (): void => limit.abort(signal?.reason)
  signal?.addEventListener("abort", forward, { once: true })
  if (Number.isFinite(milliseconds)) {
    clock.sleep(Math.max(0, milliseconds), done.signal).then(
      () => limit.abort(late()),
      () => undefined
    )
  }
  try {
    return await work(limit.signal)
  } finally {
    done.abort()
    signal?.removeEventListener("abort", forward)
  }
}

/** Returns the promise's value. If `signal` aborts first, rejects with its reason. */
export const resolveUnlessAborted = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener("abort", stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop))
  })
