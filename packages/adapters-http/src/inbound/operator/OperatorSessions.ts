/**
 * The sessions of the operator's console, kept in memory. A session has two secrets: a cookie, which scripts cannot
 * read, and a token, which only the console's page has. The cookie alone does not suffice, because browsers send it to
 * all ports of a host, and other sites can trigger requests that include it. No other site has the token.
 */
import { hash, randomBytes, timingSafeEqual } from "node:crypto"

/** How long a session can last, even if it is in use. */
export const maxAgeMillis = 8 * 60 * 60 * 1000
export const idleTimeoutMillis = 30 * 60 * 1000

/** At this limit, a new session ends the oldest one. */
const maxSessions = 8

export interface OperatorSession {
  /** The operating-system user who ran `sheaf console`. */
  readonly operator: string
}

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

/** `now` returns milliseconds. */
export const make = (now: () => number) => {
  /** Sessions by the hash of their cookie, oldest first. */
  const sessions = new Map<string, Kept>()
  const keyOf = (cookie: string): string => digest(cookie).toString("hex")
  return {
    open: (operator: string): NewOperatorSession => {
      const [cookie, token] = [secret(), secret()]
      sessions.set(keyOf(cookie), { operator, token: digest(token), openedAt: now(), usedAt: now() })
      for (const oldest of sessions.keys()) {
        if (sessions.size <= maxSessions) break
        sessions.delete(oldest)
      }
      return { operator, cookie, token }
    },
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
