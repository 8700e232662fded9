/**
 * The sessions of the operator's console, in the memory of this process. A session needs two secrets: a cookie, which scripts cannot
 * read, and a token, which only the console's own page has. Browsers send cookies to every port of a host, and other sites can
 * cause requests with the cookie, but neither has the token.
 */
import { hash, randomBytes, timingSafeEqual } from "node:crypto"

/** Sessions end after this time, and earlier if they are not used. In milliseconds. */
export const maxAgeMillis = 8 * 60 * 60 * 1000
export const idleTimeoutMillis = 30 * 60 * 1000

/** The largest number of sessions. Another session ends the oldest one. */
const most = 8

export interface OperatorSession {
  /** The user of the operating system who ran `sheaf console`. */
  readonly operator: string
}

/** The secrets of a session, and the operator who opened it. */
export interface NewOperatorSession extends OperatorSession {
  readonly cookie: string
  readonly token: string
}

interface Kept extends OperatorSession {
  readonly token: Buffer
  readonly openedAt: number
  usedAt: number
}

const digest = (secret: string): Buffer => hash("sha256", secret, "buffer")

const secret = (): string => randomBytes(32).toString("base64url")

/** Creates an empty set of sessions. `now` returns the time in milliseconds. */
export const make = (now: () => number) => {
  /** By the hash of the cookie, oldest first. */
  const sessions = new Map<string, Kept>()
  const keyOf = (cookie: string): string => digest(cookie).toString("hex")
  return {
    open: (operator: string): NewOperatorSession => {
      const [cookie, token] = [secret(), secret()]
      sessions.set(keyOf(cookie), { operator, token: digest(token), openedAt: now(), usedAt: now() })
      for (const oldest of sessions.keys()) {
        if (sessions.size <= most) break
        sessions.delete(oldest)
      }
      return { operator, cookie, token }
    },
    /** Returns the session if both of its secrets are right and it has not ended. */
    find: (cookie: string, token: string): OperatorSession | undefined => {
      const key = keyOf(cookie)
      const found = sessions.get(key)
      if (found === undefined) return undefined
      if (now() - found.openedAt >= maxAgeMillis || now() - found.usedAt >= idleTimeoutMillis) {
        sessions.delete(key)
        return undefined
      }
      if (!timingSafeEqual(found.token, digest(token))) return undefined
      found.usedAt = now()
      return found
    },
    close: (cookie: string): void => void sessions.delete(keyOf(cookie))
  }
}
