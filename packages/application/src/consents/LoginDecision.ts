/** Pure decisions about the login that some banks require before a consent (spec 2.4, 16). */
import type {
  BankConsent,
  BankLogin,
  ConsentProgress,
  ConsentProgressIn,
  ConsentReturn,
  ConsentState
} from "@sheaf/ports"
import { Redacted } from "effect"
import { nextWatchMillis, watchMillis } from "./Decision.ts"
import { failedOutcome, unchangedOutcome } from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"

export const onLoginBegun = (
  returns: ConsentReturn,
  { terms }: ConsentProgressIn<"Requested">,
  { credentials, redirectUrl }: BankLogin
): StepOutcome => ({
  status: "AWAITING_AUTHORIZATION",
  shown: { redirectUrl },
  progress: { _tag: "Login", terms, attempts: 0, credentials: { value: Redacted.value(credentials) }, returns },
  afterMillis: watchMillis
})

export const onLoginAwaited = (consent: ConsentState, now: number): StepOutcome =>
  unchangedOutcome(consent, consent.progress, Math.round(nextWatchMillis(now - consent.statusChangedAt)))

export const onConsentAfterLogin = (
  consent: ConsentState,
  { credentials, terms }: ConsentProgressIn<"Login">,
  returns: ConsentReturn,
  { bankConsentId, redirectUrl }: BankConsent
): StepOutcome => {
  const bank = { bankConsentId, credentials: { value: credentials.value, isFromLogin: true } } as const
  const progress: ConsentProgress = { _tag: "Redirected", terms, attempts: 0, bank, returns }
  if (redirectUrl === undefined) return { ...failedOutcome("BANK_UNAVAILABLE"), progress }
  return { status: consent.status, shown: { redirectUrl }, progress, afterMillis: watchMillis }
}
