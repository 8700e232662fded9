/** A program that has no file left to open, and asks for a document all the same: says what it is told, and that it lives. */
import { Effect } from "effect"
import { openSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { defaults, make } from "../../src/reader/Reader.ts"
import { askedOf } from "../Fixture.ts"

const takeAll = (): void => {
  try {
    for (;;) openSync("/dev/null", "r")
  } catch {
    // None is left.
  }
}

const reader = make(defaults)
takeAll()
const told = await Effect.runPromise(Effect.flip(reader.read(askedOf(new Uint8Array()))))
// Whatever a process that could not be started has to say, it says now.
await setImmediate()
process.stdout.write(`${told._tag}, and lives`)
