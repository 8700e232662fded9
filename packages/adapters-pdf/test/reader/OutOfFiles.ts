/** A program that runs out of file descriptors, reads a document and prints the result. */
import { Effect } from "effect"
import { openSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { defaultLimits, make } from "../../src/reader/Reader.ts"
import { readRequestOf } from "../Fixture.ts"

const takeAll = (): void => {
  try {
    for (;;) openSync("/dev/null", "r")
  } catch {
    // No file descriptors are left.
  }
}

const reader = make(defaultLimits)
takeAll()
const told = await Effect.runPromise(Effect.flip(reader.read(readRequestOf(new Uint8Array()))))
// Gives Node time to emit the error of a process that failed to start.
await setImmediate()
process.stdout.write(`${told._tag}, still running`)
