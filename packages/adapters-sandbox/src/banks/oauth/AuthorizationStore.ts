/**
 * What authorization servers remember: pushed requests, authorizations in progress, and codes (RFC 6749; RFC 9126).
 * Everything is lost when the banks restart.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { hash, randomBytes } from "node:crypto"
import * as BoundedMap from "../../storage/BoundedMap.ts"

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

/** Stores values that expire. Keys are stored as hashes. */
const timed = <A>(lifetimeMillis: number) => {
  const entries = BoundedMap.make<Timed<A> | undefined>(10_000)
  const nameOf = (key: string): string => hash("sha256", key, "base64")
  const set = (key: string, value: A) =>
    Effect.map(Clock.currentTimeMillis, (now) => entries.set(nameOf(key), { value, until: now + lifetimeMillis }))
  return {
    set,
    add: (value: A) => {
      const key = randomBytes(32).toString("base64url")
      return Effect.as(set(key, value), key)
    },
    /** Returns a value only once, and only before it expires. */
    take: Effect.fnUntraced(function* (key: string) {
      const found = entries.get(nameOf(key))
      entries.set(nameOf(key), undefined)
      return found !== undefined && (yield* Clock.currentTimeMillis) < found.until ? found.value : undefined
    }),
    has: (key: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = entries.get(nameOf(key))
        return found !== undefined && now < found.until
      })
  }
}

const minuteMillis = 60_000

/** How long pushed requests are valid, in seconds. Providers give up on an authorization sooner than this. */
export const pushedRequestSeconds = 600

/** How long a token for the provider itself is valid, in seconds. Such a token does not belong to a consent. */
export const applicationTokenSeconds = 3600

const make = () => {
  const applications = timed<true>(applicationTokenSeconds * 1000)
  return {
    pushed: timed<AuthorizationRequest>(pushedRequestSeconds * 1000),
    /** Authorizations in progress. The key is the name under which the bank stores the consent's record. */
    started: timed<AuthorizationRequest>(10 * minuteMillis),
    codes: timed<AuthorizationRequest>(minuteMillis),
    /**
     * Issues a token to the provider itself. Unlike a consent's token, it does not start with a consent id and a dot.
     */
    issueApplicationToken: applications.add(true),
    isApplicationToken: applications.has
  }
}

export class AuthorizationStore extends Context.Service<AuthorizationStore, ReturnType<typeof make>>()(
  "@sheaf/adapters-sandbox/AuthorizationStore"
) {}

export const layer: Layer.Layer<AuthorizationStore> = Layer.sync(AuthorizationStore, make)
