/**
 * Sets the clock of the service's process to the time of a recording. Node loads this module before the service
 * (`--import`). Timers, OpenSSL and SQLite keep the machine's time. Each SIGUSR2 applies the next offset from
 * `CLOCK_JUMPS_MILLIS`.
 */

let offset = Number(process.env["CLOCK_OFFSET_MILLIS"])
const jumps = (process.env["CLOCK_JUMPS_MILLIS"] ?? "").split(",").filter((each) => each !== "")
if (!Number.isFinite(offset)) throw new Error("CLOCK_OFFSET_MILLIS is not a number")

const unshifted = Date.now

Date.now = () => unshifted() + offset

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget)
})

if (jumps.length > 0) {
  process.on("SIGUSR2", () => {
    offset = Number(jumps.shift())
    process.stderr.write(`the clock is ${offset} ms ahead\n`)
  })
}
