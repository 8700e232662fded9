/** How long a simulated company stays in a state (decisions 16). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { randomFrom } from "../records/Random.ts"

interface Range {
  readonly minimum: number
  readonly maximum: number
}

const rangeOf = (method: LoginMethod.LoginMethod): Range | undefined => {
  const { electronicId, environment } = LoginMethod.describe(method)
  if (environment === "MOCK") return undefined
  // Plain electronic ID behaves as _TEST does: there is no other electronic ID here.
  return electronicId ? { minimum: 500, maximum: 2000 } : { minimum: 100, maximum: 500 }
}

/** Whether states take time at all. */
export const takesTime = (method: LoginMethod.LoginMethod): boolean => rangeOf(method) !== undefined

/** Milliseconds in the state at place `at` of a course: the same each time for the same credentials. */
export const pause = (method: LoginMethod.LoginMethod, identity: string, at: number): number => {
  const range = rangeOf(method)
  return range === undefined
    ? 0
    : randomFrom("pace", method, identity, String(at)).integer(range.minimum, range.maximum)
}
