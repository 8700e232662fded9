/** Request and response bodies for consents (NextGenPSD2 1.3.11, establish account information consent). */
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import * as Annotations from "@sheaf/domain/Annotations"
import { BankConsentStatus } from "@sheaf/ports"
import { Schema } from "effect"
import { AccountAccess } from "./AccountReference.ts"
import * as Links from "./Links.ts"

const fromOnce = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

const terms = {
  access: AccountAccess,
  recurringIndicator: Schema.Boolean.annotate({ description: "True for repeated access." }),
  validUntil: CalendarDate.pipe(Annotations.describe("The last day of the consent.")),
  frequencyPerDay: fromOnce.annotate({ description: "The number of reads per day while the person is absent." })
}

export const ConsentRequest = Schema.Struct({
  ...terms,
  combinedServiceIndicator: Schema.Boolean.annotate({ description: "True for payments in the same session." })
}).annotate({ identifier: "Consents" })
export type ConsentRequest = typeof ConsentRequest.Type

export const ScaStatus = Schema.Literals([
  "received",
  "psuIdentified",
  "psuAuthenticated",
  "scaMethodSelected",
  "started",
  "unconfirmed",
  "finalised",
  "failed",
  "exempted"
]).annotate({ identifier: "ScaStatus", description: "The progress of the person's authorization." })
export type ScaStatus = typeof ScaStatus.Type

const ConsentStatus = BankConsentStatus.annotate({
  identifier: "ConsentStatus",
  description: "The status of a consent."
})

const psuMessage = Schema.optionalKey(
  Schema.String.check(Schema.isMaxLength(500)).annotate({ description: "A message to show to the person." })
)

export const ConsentCreatedBody = Schema.Struct({
  consentStatus: ConsentStatus,
  consentId: Schema.NonEmptyString,
  _links: Links.ConsentLinks,
  psuMessage
}).annotate({ identifier: "ConsentsResponse" })

export const ConsentInformationBody = Schema.Struct({
  ...terms,
  lastActionDate: CalendarDate,
  consentStatus: ConsentStatus
}).annotate({ identifier: "ConsentInformation" })

export const ConsentStatusBody = Schema.Struct({ consentStatus: ConsentStatus }).annotate({
  identifier: "ConsentStatusResponse"
})

const ChallengeData = Schema.Struct({
  data: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "What opens the bank's app: a token, and a code to scan." })
  ),
  otpFormat: Schema.optionalKey(Schema.Literal("integer").annotate({ description: "The form of the code." })),
  additionalInformation: Schema.String.annotate({ description: "Words to show to the person." })
}).annotate({ identifier: "ChallengeData" })
export type ChallengeData = typeof ChallengeData.Type

const AuthenticationObject = Schema.Struct({
  authenticationType: Schema.Literals(["SMS_OTP", "PUSH_OTP"]),
  authenticationMethodId: Schema.NonEmptyString.annotate({ description: "The method's identifier." }),
  name: Schema.String
}).annotate({ identifier: "AuthenticationObject" })
export type AuthenticationObject = typeof AuthenticationObject.Type

const methods = {
  scaMethods: Schema.optionalKey(Schema.Array(AuthenticationObject)),
  challengeData: Schema.optionalKey(ChallengeData)
}

export const AuthorizationStartBody = Schema.Struct({
  scaStatus: ScaStatus,
  authorisationId: Schema.NonEmptyString,
  _links: Links.AuthorizationLinks,
  ...methods,
  psuMessage
}).annotate({ identifier: "StartScaProcessResponse" })

export const AuthorizationListBody = Schema.Struct({ authorisationIds: Schema.Array(Schema.String) }).annotate({
  identifier: "Authorisations"
})

const AuthorizationConfirmationRequest = Schema.Struct({
  confirmationCode: Schema.NonEmptyString.annotate({
    description: "The code that the bank's page added to the return address."
  })
}).annotate({ identifier: "AuthorisationConfirmation" })

const MethodSelectionRequest = Schema.Struct({
  authenticationMethodId: Schema.NonEmptyString.annotate({ description: "The identifier of the chosen method." })
}).annotate({ identifier: "SelectPsuAuthenticationMethod" })

const CodeRequest = Schema.Struct({
  scaAuthenticationData: Schema.NonEmptyString.annotate({ description: "The code that the person got." })
}).annotate({ identifier: "TransactionAuthorisation" })

export const AuthorizationUpdateRequest = Schema.Union([
  AuthorizationConfirmationRequest,
  MethodSelectionRequest,
  CodeRequest
])

export const AuthorizationConfirmationBody = Schema.Struct({
  scaStatus: ScaStatus,
  _links: Links.ConfirmationLinks,
  chosenScaMethod: Schema.optionalKey(AuthenticationObject),
  challengeData: methods.challengeData
}).annotate({ identifier: "AuthorisationConfirmationResponse" })

/**
 * While an authorization is open, its status includes the steps that remain, so a provider that missed a response can
 * continue.
 */
export const ScaStatusBody = Schema.Struct({
  scaStatus: ScaStatus,
  chosenScaMethod: Schema.optionalKey(AuthenticationObject),
  ...methods
}).annotate({ identifier: "ScaStatusResponse" })
