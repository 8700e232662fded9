/**
 * Sends the responses to all requests that arrived in the same turn of the event loop one after another. A write that
 * wakes a waiting client costs twice as much processor time as the next one, which finds it awake.
 */

/** So many responses are sent before the end of the turn, which keeps the first from waiting for more than a few ms. */
const maxWaiting = 100

/** Returns a function that runs tasks in their order, at the end of the current turn of the event loop. */
export const make = (): ((task: () => void) => void) => {
  const waiting: Array<() => void> = []
  const run = (): void => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next()
    } finally {
      if (waiting.length > 0) setImmediate(run)
    }
  }
  return (task) => {
    if (waiting.push(task) === 1) setImmediate(run)
    else if (waiting.length >= maxWaiting) run()
  }
}
