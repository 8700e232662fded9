/**
 * Tokens that renew a login at a simulated company. Each token can be used once, to begin one more collection in the
 * person's absence. Reusing a token ends the whole session, because the token may have been stolen (RFC 9700 section
 * 4.14).
 */
import * as BoundedMap from "../storage/BoundedMap.ts"
import type { Renewal } from "./SandboxSession.ts"

const maxLogins = 10_000

export const make = () => {
  const used = BoundedMap.make<number>(maxLogins)
  return {
    /** Consumes a token and returns the next one, or nothing if the session has ended. */
    exchange: ({ family, used: count }: Renewal): Renewal | undefined => {
      const isUsed = count < (used.get(family) ?? 0)
      used.set(family, isUsed ? Infinity : count + 1)
      return isUsed ? undefined : { family, used: count + 1 }
    }
  }
}
