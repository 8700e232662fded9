/** What a client sees of a consent at one moment (spec 2.4; decisions 9). */
import type { Consent } from "@sheaf/domain/Consent"
import { errorOf, pollingInterval } from "@sheaf/domain/ConsentStatusObject"
import type { AuthInstructions, ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { AnimatedQr, ConsentView, CurrentConsentStatus } from "@sheaf/ports"

const iso = (millis: number): string => new Date(millis).toISOString()

/** The consent itself. */
export const consentOf = ({ company, consentId, expiresAt, scope, status }: Omit<ConsentView, "shown">): Consent => ({
  company,
  consentId,
  expiresAt: iso(expiresAt),
  scope,
  status
})

const instructionsOf = (
  qr: AnimatedQr["Service"],
  { animatedQr, autoStartToken, redirectUrl }: ConsentView["shown"],
  second: number
): AuthInstructions => ({
  ...(autoStartToken !== undefined && { autoStartToken }),
  ...(animatedQr !== undefined && { animatedQrData: qr.text(animatedQr.startToken, animatedQr.startSecret, second) }),
  ...(redirectUrl !== undefined && { redirectUrl })
})

/** The status object at the time `now`, in milliseconds since 1970. */
export const present = (qr: AnimatedQr["Service"], view: ConsentView, now: number): CurrentConsentStatus => {
  const { animatedQr } = view.shown
  const qrSecond = animatedQr && Math.max(0, Math.floor((now - animatedQr.startedAt) / 1000))
  const interval = pollingInterval(view.status, qrSecond !== undefined)
  const authInstructions = instructionsOf(qr, view.shown, qrSecond ?? 0)
  const body: ConsentStatusObject = {
    company: view.company,
    consentId: view.consentId,
    status: view.status,
    createdAt: iso(view.createdAt),
    statusChangedAt: iso(view.statusChangedAt),
    scope: view.scope,
    ...(interval !== undefined && { pollingInterval: interval }),
    ...(Object.keys(authInstructions).length > 0 && { authInstructions }),
    expiresAt: iso(view.expiresAt),
    ...(view.revokedAt !== undefined && { revokedAt: iso(view.revokedAt) }),
    ...(view.failure !== undefined && { error: errorOf(view.failure) })
  }
  return { body, revision: view.revision, ...(qrSecond !== undefined && { qrSecond }) }
}
