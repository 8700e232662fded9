/**
 * The encrypted columns of consents and the shapes of their values. A changed shape needs a new number
 * (`nextShape`). Until the first release, shape 1 is edited in place, because no stored data uses it yet.
 */
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { countries } from "@sheaf/domain/PersonalCode"
import type { ReturnTarget } from "@sheaf/domain/ReturnUrl"
import { AuthorizationQuestion, DisplayEntry, ScaChallenge, TransactionReadPosition } from "@sheaf/ports"
import type { ConsentProgress, ConsentInstructions, ReadingPositions } from "@sheaf/ports"
import { Schema } from "effect"
import { column } from "../sealing/ColumnSealer.ts"
import type { SealedColumn } from "../sealing/ColumnSealer.ts"
import { StoredLoginProof } from "../users/StoredLoginProof.ts"

export const StoredTerms = Schema.Struct({
  scope: Psd2AisConsentScope,
  psuIpAddress: Schema.String,
  psuLocale: Schema.String,
  validUntil: Schema.String
})

export const scope: SealedColumn<Psd2AisConsentScope> = column("scope", Psd2AisConsentScope)

export const reference: SealedColumn<string> = column("reference", Schema.String)

export const displayEntries = Schema.optionalKey(Schema.Array(DisplayEntry))

export const shownInstructions: SealedColumn<ConsentInstructions> = column(
  "shown",
  Schema.Struct({
    autoStartToken: Schema.optionalKey(Schema.String),
    appUrl: Schema.optionalKey(Schema.String),
    redirectUrl: Schema.optionalKey(Schema.String),
    orderPageUrl: Schema.optionalKey(Schema.String),
    referenceNumber: Schema.optionalKey(Schema.String),
    challenge: Schema.optionalKey(ScaChallenge),
    question: Schema.optionalKey(AuthorizationQuestion),
    display: displayEntries
  })
)

export const StoredReturnTarget = Schema.Struct({ returnUrl: Schema.String, state: Schema.optionalKey(Schema.String) })

export const returnTo: SealedColumn<ReturnTarget> = column("return_to", StoredReturnTarget)

const accountPositions = Schema.Array(TransactionReadPosition)

export const positions: SealedColumn<ReadingPositions> = column(
  "positions",
  Schema.Struct({ collectionId: Schema.String, from: accountPositions, to: accountPositions })
)

const text = Schema.String

const credentials = Schema.Struct({
  value: text,
  codeHash: Schema.optionalKey(text),
  isFromLogin: Schema.optionalKey(Schema.Literal(true)),
  renewal: Schema.optionalKey(
    Schema.Union([
      Schema.TaggedStruct("Due", { failure: Schema.optionalKey(Schema.Literals(["BROKEN", "REFUSED"])) }),
      Schema.TaggedStruct("Claimed", { until: Schema.Finite })
    ])
  )
})

const bank = Schema.Struct({ bankConsentId: text, credentials: Schema.optionalKey(credentials) })

/**
 * The app or browser in which a person logs in. Its format is not checked, because newer rules could reject older rows.
 */
const storedDevice = {
  app: Schema.optionalKey(
    Schema.Struct({ appIdentifier: text, deviceOS: text, deviceModelName: text, deviceIdentifier: text })
  ),
  web: Schema.optionalKey(Schema.Struct({ referringDomain: text, userAgent: text, deviceIdentifier: text }))
}

const optionalText = Schema.optionalKey(text)

/**
 * Stored logins with an electronic ID. They are not validated like requests, because newer rules could reject older
 * rows.
 */
export const storedElectronicIdLogins = [
  Schema.Struct({
    type: Schema.Literal("SWEDISH_EID"),
    personalNumber: text,
    endUserIp: optionalText,
    ...storedDevice
  }),
  Schema.Struct({
    type: Schema.Literal("SMART_ID"),
    personalCode: optionalText,
    country: Schema.optionalKey(Schema.Literals(countries)),
    documentNumber: optionalText
  }),
  Schema.Struct({ type: Schema.Literal("MOBILE_ID"), personalCode: text, phoneNumber: text })
] as const

const identity = Schema.Struct({ loginMethod: LoginMethod, login: Schema.Union(storedElectronicIdLogins) })

const PageReturn = Schema.TaggedStruct("Page", { state: Schema.optionalKey(text) })

const ClientReturn = Schema.TaggedStruct("Client", {
  state: text,
  codeHash: text,
  undecidedSince: Schema.optionalKey(Schema.Finite),
  hasReturned: Schema.optionalKey(Schema.Literal(true))
})

const appReturns = { returns: Schema.optionalKey(ClientReturn), appReturnUrl: Schema.optionalKey(text) }

const AppReturn = Schema.Struct({
  ...ClientReturn.fields,
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})

const ConfirmedCode = Schema.TaggedStruct("Code", { hash: text, until: Schema.Finite })

const accepts = Schema.Union([Schema.TaggedStruct("Return", { state: text }), ConfirmedCode])

const grant = Schema.Struct({ scope: Psd2AisConsentScope, expiresAt: Schema.Finite, until: Schema.Finite })

const answered = { answerId: text, authorizationId: text }

const answer = Schema.Union([
  Schema.TaggedStruct("Method", { ...answered, methodId: text }),
  Schema.TaggedStruct("Code", { ...answered, code: text })
])

const shared = { terms: StoredTerms, attempts: Schema.Finite, proof: Schema.optionalKey(StoredLoginProof) }

export const progress: SealedColumn<ConsentProgress> = column(
  "progress",
  Schema.Union([
    Schema.TaggedStruct("Requested", {
      ...shared,
      authorization: Schema.Union([
        Schema.TaggedStruct("ElectronicId", { identity, ...appReturns }),
        PageReturn,
        ClientReturn
      ])
    }),
    Schema.TaggedStruct("Login", { ...shared, credentials, returns: Schema.Union([PageReturn, ClientReturn]) }),
    Schema.TaggedStruct("Created", { ...shared, bank, identity, ...appReturns }),
    Schema.TaggedStruct("Ordered", {
      ...shared,
      bank,
      identity,
      orderRef: text,
      returns: Schema.optionalKey(AppReturn)
    }),
    Schema.TaggedStruct("Unconfirmed", { ...shared, bank, identity, returns: ClientReturn, until: Schema.Finite }),
    Schema.TaggedStruct("Identified", {
      ...shared,
      bank,
      identity,
      isReported: Schema.optionalKey(Schema.Literal(true)),
      answer: Schema.optionalKey(answer),
      accepts: Schema.optionalKey(ConfirmedCode)
    }),
    Schema.TaggedStruct("Redirected", { ...shared, bank, returns: Schema.Union([PageReturn, ClientReturn]) }),
    Schema.TaggedStruct("Granted", { ...shared, bank, returns: ClientReturn, grant }),
    Schema.TaggedStruct("Authorized", {
      ...shared,
      bank,
      accepts: Schema.optionalKey(accepts),
      othersUnchecked: Schema.optionalKey(Schema.Literal(true))
    }),
    Schema.TaggedStruct("Ended", { ...shared, bank: Schema.optionalKey(bank), orderRef: Schema.optionalKey(text) })
  ])
)
