/** Consents and their status objects as clients see them (spec 2.4, 3.4). */
import type { Consent, ConsentDetails } from "@sheaf/domain/Consent"
import type { ReadingQuota } from "@sheaf/domain/UnattendedReadings"
import { renewableFrom } from "@sheaf/domain/RenewConsent"
import { isFinal } from "@sheaf/domain/ConsentStatus"
import { errorOf, pollingInterval } from "@sheaf/domain/ConsentStatusObject"
import type { AuthInstructions, ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { AnimatedQr, AuthorizationQuestion, ConsentView, CurrentConsentStatus } from "@sheaf/ports"
import * as Display from "../views/Display.ts"
import { timestampOf } from "../views/Display.ts"

export const presentConsent = ({
  company,
  consentId,
  expiresAt,
  scope,
  status
}: Omit<ConsentView, "shown">): Consent => ({
  company,
  consentId,
  expiresAt: timestampOf(expiresAt),
  scope,
  status
})

export const withRenewal = (status: ConsentStatusObject, view: Omit<ConsentView, "shown">): ConsentDetails => {
  const from = renewableFrom(view)
  return {
    ...status,
    ...(view.renews !== undefined && { renews: view.renews }),
    ...(from !== undefined && { renewableFrom: timestampOf(from) })
  }
}

export const withRemainingReadings = (details: ConsentDetails, { left, nextAt }: ReadingQuota): ConsentDetails => ({
  ...details,
  unattendedReadingsLeft: left,
  ...(nextAt !== undefined && { nextUnattendedReadingAt: timestampOf(nextAt) })
})

type ConsentStatusFacts = Pick<
  ConsentView,
  | "clientReference"
  | "company"
  | "connectSessionId"
  | "consentId"
  | "createdAt"
  | "expiresAt"
  | "failure"
  | "revokedAt"
  | "scope"
  | "status"
  | "statusChangedAt"
> &
  Partial<Pick<ConsentView, "userId">>

/** The polling interval is shorter if there is an animated QR code. */
export const statusObjectOf = (
  view: ConsentStatusFacts,
  authInstructions: AuthInstructions = {},
  isAnimated = false
): ConsentStatusObject => {
  const interval = pollingInterval(view.status, isAnimated)
  return {
    company: view.company,
    consentId: view.consentId,
    status: view.status,
    createdAt: timestampOf(view.createdAt),
    statusChangedAt: timestampOf(view.statusChangedAt),
    scope: view.scope,
    ...(interval !== undefined && { pollingInterval: interval }),
    ...(Object.keys(authInstructions).length > 0 && { authInstructions }),
    expiresAt: timestampOf(view.expiresAt),
    ...(view.revokedAt !== undefined && { revokedAt: timestampOf(view.revokedAt) }),
    ...(view.failure !== undefined && { error: errorOf(view.failure) }),
    ...(view.userId !== undefined && { userId: view.userId }),
    ...(view.connectSessionId !== undefined && { connectSessionId: view.connectSessionId }),
    ...(view.clientReference !== undefined && { clientReference: view.clientReference })
  }
}

const questionInstructions = (question: AuthorizationQuestion): AuthInstructions => {
  if (question._tag === "Choice") return { twoFactorMethods: question.methods }
  const { image, information: authenticationInstruction = "", responseType } = question
  return {
    twoFactorInstruction: { authenticationInstruction, responseType },
    ...(image !== undefined && { image })
  }
}

/** Returns the status object at the time `now`, in milliseconds since 1970. */
export const presentStatus = (codes: AnimatedQr["Service"], view: ConsentView, now: number): CurrentConsentStatus => {
  const { appUrl, autoStartToken, challenge, display, orderPageUrl, question, redirectUrl, referenceNumber } =
    view.shown
  const code = Display.displayedCodeAt(codes, display, now)
  const authInstructions = {
    ...(autoStartToken !== undefined && { autoStartToken }),
    ...(code && { animatedQrData: code.text }),
    ...(referenceNumber !== undefined && { referenceNumber }),
    ...(appUrl !== undefined && { appUrl }),
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...(orderPageUrl !== undefined && { orderPageUrl }),
    ...challenge,
    ...(question && questionInstructions(question))
  }
  const body = statusObjectOf(view, authInstructions, code !== undefined)
  const qr = code && { qrSecond: code.second, qrUntil: code.until }
  return { body, revision: view.revision, isFinal: isFinal(view.status), ...qr }
}
