/** The time that a simulated company spends in each state (spec 12). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { randomFrom } from "../data/Random.ts"

const rangeOf = (method: LoginMethod.LoginMethod): readonly [minimum: number, maximum: number] | undefined => {
  const { electronicId, environment } = LoginMethod.describe(method)
  if (environment === "MOCK") return undefined
  // Plain electronic ID behaves like _TEST, because the sandbox has no real provider.
  return electronicId ? [500, 2000] : [100, 500]
}

export const hasDuration = (method: LoginMethod.LoginMethod): boolean => rangeOf(method) !== undefined

/**
 * Returns the duration of the state at position `at` of a script, in milliseconds. The credentials determine the
 * duration.
 */
export const durationOf = (method: LoginMethod.LoginMethod, identity: string, at: number): number => {
  const range = rangeOf(method)
  return range === undefined ? 0 : randomFrom("pace", method, identity, String(at)).integer(...range)
}
