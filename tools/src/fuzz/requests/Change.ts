/** Changes that make a request unusual or invalid. */
import type { Random } from "../../workshop/driver/Random.ts"
import { replacing } from "./Request.ts"
import type { Request } from "./Request.ts"

/** A change to a request. */
export interface Change {
  readonly aim: string
  readonly apply: (request: Request, random: Random) => Request
}

/** Returns one change for each value. Each change replaces all values of the header. */
export const values = (name: string, ...rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Change> =>
  rows.flat().map((value) => ({
    aim: `${name}: ${JSON.stringify(value.slice(0, 40))}`,
    apply: (request) => replacing(request, name, value)
  }))

/** Returns a change that sends a header twice. */
export const twice = (name: string, first: string, second: string): Change => ({
  aim: `${name} twice`,
  apply: (request) => replacing(request, name, first, second)
})
