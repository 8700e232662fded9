/**
 * Renews a consent: creates one with the same scope, which replaces the earlier consent once it is authorized (spec
 * 2.4).
 */
import * as RenewConsent from "@sheaf/domain/RenewConsent"
import { ConsentNotRenewable } from "@sheaf/ports"
import type { ConsentView, UserCaller } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import * as Start from "./Start.ts"

export const requireRenewable = Effect.fnUntraced(function* ({ expiresAt, status }: ConsentView) {
  const from = RenewConsent.renewableFrom({ expiresAt, status })
  if (from === undefined) return yield* new ConsentNotRenewable({ status })
  if ((yield* Clock.currentTimeMillis) < from) return yield* new ConsentNotRenewable({ status, from })
})

export const renewConsent = Effect.fnUntraced(function* (
  caller: UserCaller,
  found: ConsentView,
  request: RenewConsent.RenewConsent,
  accept: AcceptWrite
) {
  yield* requireRenewable(found)
  const full = yield* StartCheck.failUnlessValid(RenewConsent.toCreateConsent(request, found))
  return yield* Start.createConsent(caller, full, accept, found.consentId)
})
