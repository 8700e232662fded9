/**
 * The authorization servers' memory: pushed requests, authorizations in progress, codes and tokens. All of them are lost
 * when the banks restart (RFC 6749; RFC 9126).
 */
import { Clock, Context, Effect } from "effect"
import { hash, randomBytes } from "node:crypto"
import * as BoundedMap from "../../BoundedMap.ts"

/** A request for authorization, with its parameters checked. */
export interface AuthorizationRequest {
  readonly company: string
  readonly clientId: string
  readonly redirectUri: string
  readonly consentId: string
  readonly challenge: string
  readonly state: string | undefined
}

interface Timed<A> {
  readonly value: A
  /** In milliseconds since 1970. */
  readonly until: number
}

/** A memory whose entries end after a while. Keys are stored as hashes. */
const timed = <A>(lifetimeMillis: number) => {
  const entries = BoundedMap.make<Timed<A> | undefined>(10_000)
  const nameOf = (key: string): string => hash("sha256", key, "base64")
  const set = (key: string, value: A) =>
    Effect.map(Clock.currentTimeMillis, (now) => entries.set(nameOf(key), { value, until: now + lifetimeMillis }))
  return {
    set,
    /** Stores a value under a new random key, and returns the key. */
    add: (value: A) => {
      const key = randomBytes(32).toString("base64url")
      return Effect.as(set(key, value), key)
    },
    /** Returns the entry, also after its end. */
    find: (key: string) => Effect.sync(() => entries.get(nameOf(key))),
    /** Returns the value once, unless it has ended. */
    take: Effect.fnUntraced(function* (key: string) {
      const found = entries.get(nameOf(key))
      entries.set(nameOf(key), undefined)
      return found !== undefined && (yield* Clock.currentTimeMillis) < found.until ? found.value : undefined
    })
  }
}

const minuteMillis = 60_000

/** The lifetime of access tokens, in seconds. */
export const tokenSeconds = 3600

/** The lifetime of pushed requests, in seconds. */
export const pushedSeconds = 90

export const make = () => ({
  pushed: timed<AuthorizationRequest>(pushedSeconds * 1000),
  /** The authorizations in progress, by the name of the consent's file. */
  started: timed<AuthorizationRequest>(10 * minuteMillis),
  codes: timed<AuthorizationRequest>(minuteMillis),
  /** The consents that access tokens cover. */
  tokens: timed<string>(tokenSeconds * 1000),
  refreshTokens: timed<AuthorizationRequest>(90 * 24 * 60 * minuteMillis)
})

export class OAuthState extends Context.Service<OAuthState, ReturnType<typeof make>>()(
  "@sheaf/adapters-sandbox/OAuthState"
) {}
