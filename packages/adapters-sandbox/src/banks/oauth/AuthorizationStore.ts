/**
 * What authorization servers remember: pushed requests, authorizations in progress, and codes. A restart of the banks
 * loses everything (RFC 6749; RFC 9126).
 */
import { Clock, Context, Effect, Layer } from "effect"
import { hash, randomBytes } from "node:crypto"
import * as BoundedMap from "../../storage/BoundedMap.ts"

/** An authorization request whose parameters were checked. */
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

/** A memory of values that expire. Keys are stored as hashes. */
const timed = <A>(lifetimeMillis: number) => {
  const entries = BoundedMap.make<Timed<A> | undefined>(10_000)
  const nameOf = (key: string): string => hash("sha256", key, "base64")
  const set = (key: string, value: A) =>
    Effect.map(Clock.currentTimeMillis, (now) => entries.set(nameOf(key), { value, until: now + lifetimeMillis }))
  return {
    set,
    /** Stores a value under a new random key, which it returns. */
    add: (value: A) => {
      const key = randomBytes(32).toString("base64url")
      return Effect.as(set(key, value), key)
    },
    /** Returns a value, once and before it expires. */
    take: Effect.fnUntraced(function* (key: string) {
      const found = entries.get(nameOf(key))
      entries.set(nameOf(key), undefined)
      return found !== undefined && (yield* Clock.currentTimeMillis) < found.until ? found.value : undefined
    }),
    /** Returns true if there is a value that has not expired. */
    has: (key: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = entries.get(nameOf(key))
        return found !== undefined && now < found.until
      })
  }
}

const minuteMillis = 60_000

/** How long pushed requests are valid, in seconds: longer than providers give people to authorize. */
export const pushedRequestSeconds = 600

/** How long providers' own tokens are valid, in seconds. */
export const applicationTokenSeconds = 3600

const make = () => {
  const applications = timed<true>(applicationTokenSeconds * 1000)
  return {
    pushed: timed<AuthorizationRequest>(pushedRequestSeconds * 1000),
    /** Authorizations in progress, by the name of the consent's record. */
    started: timed<AuthorizationRequest>(10 * minuteMillis),
    codes: timed<AuthorizationRequest>(minuteMillis),
    /** Issues a token to the provider itself. The token contains no dot, because it identifies no consent. */
    issueApplicationToken: applications.add(true),
    isApplicationToken: applications.has
  }
}

export class AuthorizationStore extends Context.Service<AuthorizationStore, ReturnType<typeof make>>()(
  "@sheaf/adapters-sandbox/AuthorizationStore"
) {}

export const layer: Layer.Layer<AuthorizationStore> = Layer.sync(AuthorizationStore, make)
