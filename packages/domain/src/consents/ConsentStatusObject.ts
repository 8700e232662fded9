/** A consent's status object: the status, and how the person can authorize the consent (spec 2.4). */
import { Schema } from "effect"
import { TwoFactorInstruction, TwoFactorMethod } from "../collections/ExtraInformation.ts"
import { CompanyId } from "../companies/Company.ts"
import { shownClientReference } from "../shared/ClientReference.ts"
import { ConnectSessionId } from "../shared/ConnectSessionId.ts"
import { ConsentId } from "../shared/ConsentId.ts"
import { Psd2AisConsentScope } from "./ConsentScope.ts"
import { ConsentStatus, isFinal } from "./ConsentStatus.ts"
import * as PollingInterval from "../collections/PollingInterval.ts"
import { UserId } from "../users/User.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import * as Annotations from "../shared/Annotations.ts"

export const messages = {
  USER_CANCELLED: "The user canceled the authorization, or another authorization replaced it.",
  AUTHENTICATION_TIMEOUT: "The user did not authorize the consent in time.",
  PERSON_MISMATCH: "The person who authenticated is not the person named in the consent request.",
  INCORRECT_TWO_FACTOR_CODE: "The bank rejected the code that the user entered.",
  NOT_CONFIRMED: "The authorization was not confirmed with the right code in time.",
  REJECTED_BY_BANK: "The bank or the electronic-ID provider rejected the consent.",
  BANK_UNAVAILABLE: "The bank or the electronic-ID provider could not be reached."
} as const

export type ConsentFailureCode = keyof typeof messages

const ConsentErrorCode = Annotations.literals("The reason why a consent was not authorized.", messages).annotate({
  identifier: "ConsentErrorCode"
})

export const ConsentError = Schema.Struct({
  code: ConsentErrorCode.pipe(Annotations.describe("A stable code. Branch on this.")),
  message: Schema.String.pipe(
    Annotations.describe("An explanation of the code for developers, the same for every occurrence.")
  )
}).annotate({
  identifier: "ConsentError",
  description: "The reason why the consent was not authorized.",
  examples: [{ code: "USER_CANCELLED", message: messages.USER_CANCELLED }]
})
export type ConsentError = typeof ConsentError.Type

export const errorOf = (code: ConsentFailureCode): ConsentError => ({ code, message: messages[code] })

export const AuthInstructions = Schema.Struct({
  autoStartToken: Annotations.optional(
    Schema.String,
    "The token that opens the electronic ID app on the same device; present with the SAME_DEVICE and ANY_DEVICE methods, " +
      "and while the bank's own login waits for the person."
  ),
  animatedQrData: Annotations.optional(
    Schema.String,
    "The text to show as a QR code, which the user scans with the electronic ID app on another device; present with " +
      "the OTHER_DEVICE and ANY_DEVICE methods. The text changes every second: redraw the code after each poll."
  ),
  referenceNumber: Annotations.optional(
    Schema.String,
    "The number to compare with the number on the person's device (Smart-ID, Mobile-ID)."
  ),
  appUrl: Annotations.optional(
    Schema.String,
    "The link that opens the Smart-ID app on this device. The app then returns the person to `returnUrl`, whose `code` the " +
      "client must confirm."
  ),
  redirectUrl: Annotations.optional(
    Schema.String,
    "The address of the bank page to open for the person; absent with an electronic ID."
  ),
  orderPageUrl: Annotations.optional(
    Schema.String,
    "A page on which the person can act instead of in the electronic ID app, if the provider has one. Open it in a new " +
      "tab, and keep polling: nothing leads back from it."
  ),
  qrText: Annotations.optional(
    Schema.String,
    "The text of the bank's own QR code, which the user scans with the bank's or the electronic ID app. Redraw it after " +
      "each poll."
  ),
  image: Annotations.optional(Schema.String, "The bank's picture to show to the person, as a `data:` URL."),
  information: Annotations.optional(Schema.String, "The bank's words to the person. Show them as a quotation."),
  twoFactorMethods: Annotations.optional(
    Schema.Array(TwoFactorMethod),
    "The methods to offer to the person; present while the bank waits for a choice. Post it to supplement-info."
  ),
  twoFactorInstruction: Annotations.optional(
    TwoFactorInstruction,
    "Present while the bank waits for a code. Post it to supplement-info."
  )
}).pipe(
  Annotations.annotate("AuthInstructions", "The way to authorize the consent: an electronic ID or the bank's page.")
)
export type AuthInstructions = typeof AuthInstructions.Type

export const ConsentStatusObject = Schema.Struct({
  company: CompanyId.pipe(Annotations.describe("The bank that holds the accounts.")),
  consentId: ConsentId.pipe(Annotations.describe("The consent's identifier.")),
  status: ConsentStatus.pipe(Annotations.describe("The consent's status.")),
  createdAt: Timestamp.pipe(Annotations.describe("The time the consent was created.")),
  statusChangedAt: Timestamp.pipe(Annotations.describe("The time of the last status change.")),
  scope: Psd2AisConsentScope.pipe(
    Annotations.describe("The requested scope; once the consent is authorized, the granted scope.")
  ),
  pollingInterval: Annotations.optional(
    Schema.Int.check(Schema.isGreaterThan(0)),
    "Milliseconds to wait before the next poll; absent once the consent is authorized or has ended."
  ),
  authInstructions: Annotations.optional(
    AuthInstructions,
    "The action that the person must take now. Present in AWAITING_AUTHORIZATION, until the person returns from " +
      "the bank's page."
  ),
  expiresAt: Timestamp.pipe(Annotations.describe("The consent's expiration time.")),
  revokedAt: Annotations.optional(Timestamp, "The time the consent was revoked; present only in REVOKED."),
  error: Annotations.optional(ConsentError, "The reason why the consent was not authorized; present only in FAILED."),
  userId: Annotations.optional(UserId, "The user that owns the consent."),
  connectSessionId: Annotations.optional(
    ConnectSessionId,
    "The Connect session that created the consent; absent without one."
  ),
  clientReference: shownClientReference
}).pipe(Annotations.annotate("ConsentStatus", "A consent's status, and the action that the consent is waiting for."))
export type ConsentStatusObject = typeof ConsentStatusObject.Type

/**
 * Returns the recommended pause before the next poll, in milliseconds, or `undefined` once there is nothing to wait
 * for.
 */
export const pollingInterval = (status: ConsentStatus, showsAnimatedQr: boolean): number | undefined => {
  if (isFinal(status) || status === "AUTHORIZED") return undefined
  return showsAnimatedQr ? PollingInterval.animatedQrMillis : PollingInterval.defaultMillis
}
