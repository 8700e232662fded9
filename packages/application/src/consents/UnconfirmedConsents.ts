/**
 * Consents of Connect sessions that the client has not confirmed (spec 13). A stranger may have authorized them, so the
 * client sees what it asked for but nothing that the bank answered.
 */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { ConsentStore } from "@sheaf/ports"
import type { Caller, ConsentView } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"

/**
 * Returns a consent as it was before the bank answered. A closed consent no longer has the requested terms, so only its
 * accounts are removed.
 */
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

/**
 * Returns the consents. Until the client has confirmed a consent's session, the consent lacks the parts that the viewer
 * must not see yet.
 */
export const visibleConsents = Effect.fnUntraced(function* (
  viewer: Pick<Caller, "clientId" | "connectSessionId">,
  views: ReadonlyArray<ConsentView>
) {
  const usable = new Set(yield* SessionConfirmation.withoutUnconfirmed(viewer, views))
  return yield* Effect.forEach(views, (view) => (usable.has(view) ? Effect.succeed(view) : withheld(view)))
})
