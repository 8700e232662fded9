/**
 * Consents of Connect sessions that the client has not confirmed (spec 13). The person who authorized such a consent
 * can be a stranger to the client, so it sees what was asked for, and nothing that the bank answered.
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { ConsentStore } from "@sheaf/ports"
import type { Caller, ConsentView } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"

/** Returns a consent as it was before the bank's answer. A closed consent no longer knows its accounts. */
const withheld = Effect.fnUntraced(function* (view: ConsentView) {
  const consent = yield* Effect.orDie((yield* ConsentStore).loadState(view.consentId))
  return Option.match(consent, {
    onNone: (): ConsentView => ({ ...view, scope: ConsentScope.withoutAccounts(view.scope) }),
    onSome: ({ progress: { terms } }): ConsentView => ({
      ...view,
      scope: terms.scope,
      expiresAt: Date.parse(ConsentScope.expirationOf(terms.validUntil))
    })
  })
})

/** Returns consents as a viewer may see them. */
export const visibleConsents = Effect.fnUntraced(function* (
  viewer: Pick<Caller, "clientId" | "connectSessionId">,
  views: ReadonlyArray<ConsentView>
) {
  const usable = new Set(yield* SessionConfirmation.withoutUnconfirmed(viewer, views))
  return yield* Effect.forEach(views, (view) => (usable.has(view) ? Effect.succeed(view) : withheld(view)))
})
