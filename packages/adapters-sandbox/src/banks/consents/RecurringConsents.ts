/**
 * Remembers each person's newest recurring consent with each provider. When the person authorizes a new one, all
 * earlier recurring consents with that provider expire (NextGenPSD2 1.3.11, multiple consents).
 */
import { Context, Effect } from "effect"
import * as BoundedMap from "../../storage/BoundedMap.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"

interface AuthorizedConsent {
  readonly id: string
  readonly person: string
  /** In milliseconds since 1970. */
  readonly madeAt: number
}

/** The maximum number of people whose newest consents are remembered. A restart forgets them. */
const capacity = 10_000

export const make = () => BoundedMap.make<AuthorizedConsent>(capacity)

export class RecurringConsents extends Context.Service<RecurringConsents, ReturnType<typeof make>>()(
  "@sheaf/adapters-sandbox/RecurringConsents"
) {}

/** Returns true if the person has authorized a newer recurring consent. Otherwise, remembers this one as the newest. */
export const isReplaced = Effect.fnUntraced(function* (consent: AuthorizedConsent) {
  const { bank, endsEarlierConsents, tpp } = yield* BankRequestContext
  if (!endsEarlierConsents) return false
  const newest = yield* RecurringConsents
  const key = JSON.stringify([bank.id, tpp, consent.person])
  const found = newest.get(key)
  if (found !== undefined && found.id !== consent.id && found.madeAt >= consent.madeAt) return true
  newest.set(key, consent)
  return false
})
