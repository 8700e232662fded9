/**
 * Tokens of sessions in which more collections can begin without the person. Each token works once. A second use ends
 * the login's session, because somebody may have copied the token (RFC 9700 section 4.14).
 */
import * as BoundedMap from "../storage/BoundedMap.ts"
import type { Renewal } from "./SandboxSession.ts"

const maxLogins = 10_000

export const make = () => {
  const used = BoundedMap.make<number>(maxLogins)
  return {
    /** Uses up a token, and returns the next. Returns nothing if the session has ended. */
    exchange: ({ family, used: count }: Renewal): Renewal | undefined => {
      const isUsed = count < (used.get(family) ?? 0)
      used.set(family, isUsed ? Infinity : count + 1)
      return isUsed ? undefined : { family, used: count + 1 }
    }
  }
}
