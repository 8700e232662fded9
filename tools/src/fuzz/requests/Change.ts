/** Ways to make a request unusual or wrong. */
import type { Random } from "../Random.ts"
import { replacing } from "./Request.ts"
import type { Request } from "./Request.ts"

/** One way to change a request. */
export interface Change {
  readonly aim: string
  readonly apply: (request: Request, random: Random) => Request
}

/** Each of the values in place of those that the header had. */
export const values = (name: string, ...rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Change> =>
  rows.flat().map((value) => ({
    aim: `${name}: ${JSON.stringify(value.slice(0, 40))}`,
    apply: (request) => replacing(request, name, value)
  }))

/** The header twice, whatever it was. */
export const twice = (name: string, first: string, second: string): Change => ({
  aim: `${name} twice`,
  apply: (request) => replacing(request, name, first, second)
})
