/**
 * Sheaf's own token at a bank (RFC 6749 §4.4), used for all calls without a person's token. It is kept only in memory:
 * if it is lost, the next call obtains another.
 */
import { Clock, Effect, Semaphore } from "effect"
import type { AttemptedBankCallError } from "../wire/BankCallError.ts"
import type { ApplicationToken } from "../wire/BankHttpClient.ts"
import type { OAuthServer } from "./OAuthServer.ts"

interface IssuedToken {
  readonly value: string
  readonly until: number
}

/** A token counts as expired this many milliseconds before it actually expires. */
const marginMillis = 10_000

const defaultMillis = 5 * 60_000

export const make = (
  { token }: Pick<OAuthServer, "token">,
  endpoint: Effect.Effect<string, AttemptedBankCallError>,
  scope: string | undefined
): ApplicationToken => {
  const lock = Semaphore.makeUnsafe(1)
  let current: IssuedToken | undefined

  const issue = Effect.gen(function* () {
    const form = { grant_type: "client_credentials", ...(scope !== undefined && { scope }) }
    const { access_token: value, expires_in: seconds } = yield* token(yield* endpoint, form)
    const lifetime = Number(seconds) * 1000
    const now = yield* Clock.currentTimeMillis
    return { value, until: now + (lifetime > 0 ? lifetime : defaultMillis) - marginMillis }
  })

  /** Returns a token, and whether this call obtained it. `rejected` is a token that the bank no longer accepts. */
  const obtain = (rejected?: string) =>
    Semaphore.withPermits(
      lock,
      1
    )(
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (current !== undefined && now < current.until && current.value !== rejected) {
          return { value: current.value, isNew: false }
        }
        current = yield* issue
        return { value: current.value, isNew: true }
      })
    )

  return {
    use: (call) =>
      Effect.gen(function* () {
        const { isNew, value } = yield* obtain()
        return yield* Effect.catchIf(
          call(`Bearer ${value}`),
          (fault) => fault._tag === "BankStatusError" && fault.status === 401 && !isNew,
          () => Effect.flatMap(obtain(value), (renewed) => call(`Bearer ${renewed.value}`))
        )
      })
  }
}
