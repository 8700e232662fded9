/**
 * The authorization servers' memory: pushed requests, authorizations in progress and codes. All of them are lost when the
 * banks restart (RFC 6749; RFC 9126).
 */
import { Clock, Context, Effect, Layer } from "effect"
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
    /** Returns the value once, unless it has ended. */
    take: Effect.fnUntraced(function* (key: string) {
      const found = entries.get(nameOf(key))
      entries.set(nameOf(key), undefined)
      return found !== undefined && (yield* Clock.currentTimeMillis) < found.until ? found.value : undefined
    })
  }
}

const minuteMillis = 60_000

/** The lifetime of pushed requests, in seconds. It exceeds the time that providers give people for an authorization. */
export const pushedRequestSeconds = 600

const make = () => ({
  pushed: timed<AuthorizationRequest>(pushedRequestSeconds * 1000),
  /** The authorizations in progress, by the name of the consent's file. */
  started: timed<AuthorizationRequest>(10 * minuteMillis),
  codes: timed<AuthorizationRequest>(minuteMillis)
})

export class AuthorizationStore extends Context.Service<AuthorizationStore, ReturnType<typeof make>>()(
  "@sheaf/adapters-sandbox/AuthorizationStore"
) {}

export const layer: Layer.Layer<AuthorizationStore> = Layer.sync(AuthorizationStore, make)
