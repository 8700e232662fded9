/** What a client polls of a consent: its status, and what the person has to do meanwhile (decisions 9). */
import { Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import { ConsentId } from "./ConsentId.ts"
import { Psd2AisConsentScope } from "./ConsentScope.ts"
import { ConsentStatus, isFinal } from "./ConsentStatus.ts"
import * as PollingInterval from "../collections/PollingInterval.ts"
import { Timestamp } from "../Timestamp.ts"
import * as Words from "../Words.ts"

const messages = {
  USER_CANCELLED: "The user cancelled the authorisation, or another one took its place.",
  AUTHENTICATION_TIMEOUT: "The user did not authorise the consent in time.",
  PERSON_MISMATCH: "The person who authenticated is not the person of the consent.",
  REJECTED_BY_BANK: "The bank, or the electronic ID, refused the consent.",
  BANK_UNAVAILABLE: "The bank, or the electronic ID, could not be reached."
} as const

export type ConsentFailureCode = keyof typeof messages

const ConsentErrorCode = Words.literals(messages, {
  identifier: "ConsentErrorCode",
  description: "Why a consent was not authorised."
})

/** Why a consent was not authorised. */
export const ConsentError = Schema.Struct({
  code: ConsentErrorCode.pipe(Words.means("The reason, to switch over.")),
  message: Schema.String.pipe(
    Schema.annotateKey({ description: "What the code says, for developers; the same for every occurrence." })
  )
}).annotate({
  identifier: "ConsentError",
  description: "Why the consent was not authorised.",
  examples: [{ code: "USER_CANCELLED", message: messages.USER_CANCELLED }]
})
export type ConsentError = typeof ConsentError.Type

/** The error with this code, in its one wording. */
export const errorOf = (code: ConsentFailureCode): ConsentError => ({ code, message: messages[code] })

/** What the person needs to authorise the consent. */
export const AuthInstructions = Schema.Struct({
  autoStartToken: Schema.optionalKey(Schema.String).pipe(
    Schema.annotateKey({
      description: "Opens the electronic-ID app on this device. With the SAME_DEVICE and ANY_DEVICE methods."
    })
  ),
  animatedQrData: Schema.optionalKey(Schema.String).pipe(
    Schema.annotateKey({
      description: "The text of the animated QR code of this second. With the OTHER_DEVICE and ANY_DEVICE methods."
    })
  ),
  redirectUrl: Schema.optionalKey(Schema.String).pipe(
    Schema.annotateKey({ description: "The page of the bank to send the person to. Without an electronic ID." })
  )
}).annotate({
  identifier: "AuthInstructions",
  description: "How the person authorises the consent: by the electronic ID, or on a page of the bank.",
  examples: [{ redirectUrl: "https://bank.example/authorise/7d1c2f" }]
})
export type AuthInstructions = typeof AuthInstructions.Type

/** Body of `GET /consents/{consentId}/status`. */
export const ConsentStatusObject = Schema.Struct({
  company: CompanyId.pipe(Schema.annotateKey({ description: "The bank." })),
  consentId: ConsentId.pipe(Schema.annotateKey({ description: "The consent." })),
  status: ConsentStatus.pipe(Schema.annotateKey({ description: "Where the consent stands." })),
  createdAt: Timestamp.pipe(Schema.annotateKey({ description: "When the consent was created." })),
  statusChangedAt: Timestamp.pipe(Schema.annotateKey({ description: "Since when it is in this status." })),
  scope: Psd2AisConsentScope.pipe(
    Schema.annotateKey({ description: "What is asked for; from AUTHORIZED on, what was granted." })
  ),
  pollingInterval: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))).pipe(
    Schema.annotateKey({
      description:
        "Milliseconds until the next poll is worth its while; absent once the consent is authorised or ended."
    })
  ),
  authInstructions: Schema.optionalKey(AuthInstructions).pipe(
    Schema.annotateKey({ description: "What the person has to do now; in AWAITING_AUTHORIZATION only." })
  ),
  expiresAt: Timestamp.pipe(Schema.annotateKey({ description: "When the consent ends by itself." })),
  revokedAt: Schema.optionalKey(Timestamp).pipe(
    Schema.annotateKey({ description: "When the consent was revoked; in REVOKED only." })
  ),
  error: Schema.optionalKey(ConsentError).pipe(
    Schema.annotateKey({ description: "Why it was not authorised; in FAILED only." })
  )
}).annotate({
  identifier: "ConsentStatus",
  description: "Where a consent stands.",
  examples: [
    {
      company: "se-fjallbanken",
      consentId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
      status: "AWAITING_AUTHORIZATION",
      createdAt: "2026-04-01T08:00:00.000Z",
      statusChangedAt: "2026-04-01T08:00:00.412Z",
      scope: { type: "PSD2_AIS", balances: true, transactions: true },
      pollingInterval: 2000,
      authInstructions: { redirectUrl: "https://bank.example/authorise/7d1c2f" },
      expiresAt: "2026-06-30T23:59:59.999Z"
    }
  ]
})
export type ConsentStatusObject = typeof ConsentStatusObject.Type

/** Milliseconds until the next poll is worth its while; `undefined` where nothing is to come soon. */
export const pollingInterval = (status: ConsentStatus, showsAnimatedQr: boolean): number | undefined => {
  if (isFinal(status) || status === "AUTHORIZED") return undefined
  return showsAnimatedQr ? PollingInterval.animatedQr : PollingInterval.waiting
}
