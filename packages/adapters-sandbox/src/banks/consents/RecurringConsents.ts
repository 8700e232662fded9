/**
 * Each person's newest recurring consent with each provider. When the person authorizes it, all earlier recurring
 * consents with that provider expire (NextGenPSD2 1.3.11, multiple consents).
 */
import { Context, Effect } from "effect"
import * as BoundedMap from "../../storage/BoundedMap.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"

/** A recurring consent that the person has authorized. */
interface AuthorizedConsent {
  readonly id: string
  readonly person: string
  /** When the consent was created, in milliseconds since 1970. */
  readonly madeAt: number
}

/** How many people's newest consents are remembered, until the next restart. */
const capacity = 10_000

export const make = () => BoundedMap.make<AuthorizedConsent>(capacity)

export class RecurringConsents extends Context.Service<RecurringConsents, ReturnType<typeof make>>()(
  "@sheaf/adapters-sandbox/RecurringConsents"
) {}

/**
 * Returns true if the person has authorized a newer recurring consent, and otherwise remembers this one as the newest.
 */
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
