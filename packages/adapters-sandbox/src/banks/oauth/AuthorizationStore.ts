/**
 * The authorization servers' memory: pushed requests, authorizations in progress and codes. All of them are lost when the
 * banks restart (RFC 6749; RFC 9126).
 */
import { Clock, Context, Effect, Layer } from "effect"
import { hash, randomBytes } from "node:crypto"
import * as BoundedMap from "../../storage/BoundedMap.ts"

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
    }),
    /** Returns true if the value exists, and has not ended. */
    has: (key: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = entries.get(nameOf(key))
        return found !== undefined && now < found.until
      })
  }
}

const minuteMillis = 60_000

/** The lifetime of pushed requests, in seconds. It exceeds the time that providers give people for an authorization. */
export const pushedRequestSeconds = 600

/** The lifetime of the tokens of providers, in seconds. */
export const applicationTokenSeconds = 3600

const make = () => {
  const applications = timed<true>(applicationTokenSeconds * 1000)
  return {
    pushed: timed<AuthorizationRequest>(pushedRequestSeconds * 1000),
    /** The authorizations in progress, by the name of the consent's file. */
    started: timed<AuthorizationRequest>(10 * minuteMillis),
    codes: timed<AuthorizationRequest>(minuteMillis),
    /** Issues a token to the provider itself. It names no consent, so it contains no dot. */
    issueApplicationToken: applications.add(true),
    isApplicationToken: applications.has
  }
}

export class AuthorizationStore extends Context.Service<AuthorizationStore, ReturnType<typeof make>>()(
  "@sheaf/adapters-sandbox/AuthorizationStore"
) {}

export const layer: Layer.Layer<AuthorizationStore> = Layer.sync(AuthorizationStore, make)
