/**
 * The newest recurring consent of each person and provider. Once the person has authorized it, their earlier recurring
 * consents for this provider expire (NextGenPSD2 1.3.11, multiple consents).
 */
import { Context, Effect } from "effect"
import * as BoundedMap from "../../storage/BoundedMap.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"

/** A recurring consent that the person has authorized. */
interface AuthorizedConsent {
  readonly id: string
  readonly person: string
  /** The time of creation, in milliseconds since 1970. */
  readonly madeAt: number
}

/** The largest number of people whose newest consents the bank remembers, until it restarts. */
const capacity = 10_000

export const make = () => BoundedMap.make<AuthorizedConsent>(capacity)

export class RecurringConsents extends Context.Service<RecurringConsents, ReturnType<typeof make>>()(
  "@sheaf/adapters-sandbox/RecurringConsents"
) {}

/** Returns true if the person has authorized a newer recurring consent. Remembers this consent otherwise. */
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
