/**
 * Loaded before the service (`--import`): shifts the clock of its process, so that a recorded folder is opened at the time
 * at which it was recorded. Timers, OpenSSL and SQLite keep the machine's time.
 */

const offset = Number(process.env["CLOCK_OFFSET_MILLIS"])
if (!Number.isFinite(offset)) throw new Error("CLOCK_OFFSET_MILLIS is not a number")

const unshifted = Date.now

Date.now = () => unshifted() + offset

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget)
})
