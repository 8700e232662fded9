/** In version 2025-01-01, consents were untyped entries in their own array (spec 2.2, 2.3). */
import { Schema, SchemaTransformation, Struct } from "effect"
import { Parameter } from "../2026-04-01/Collections.ts"
import { describeLosses } from "../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../changes/VersionChange.ts"
import * as Annotations from "../../shared/Annotations.ts"

/** A stored consent, recognized by its `consentId`. */
export const StoredConsentEntry = Schema.Struct(
  Struct.omit(Parameter.StoredConsent.fields, ["newTransactionsOnly", "type"])
).pipe(Annotations.annotate("StoredConsentEntry", "An authorized consent, which replaces the login."))

export const NewConsentEntry = Schema.Struct(Struct.omit(Parameter.Psd2AisConsent.fields, ["type"])).pipe(
  Annotations.annotate(
    "NewConsentEntry",
    "A new consent to read accounts, for this collection. Without accountIds, the consent covers all accounts."
  )
)

type ConsentParameter = typeof Parameter.StoredConsent.Type | typeof Parameter.Psd2AisConsent.Type

const KnownStoredConsent = Schema.Struct(Struct.omit(Parameter.StoredConsent.fields, ["newTransactionsOnly"]))

const stored = StoredConsentEntry.pipe(
  Schema.decodeTo(
    Schema.toType(KnownStoredConsent),
    SchemaTransformation.transform({
      decode: (entry) => ({ type: "STORED_CONSENT" as const, ...entry }),
      encode: ({ type: _, ...entry }) => entry
    })
  )
)

const asked = NewConsentEntry.pipe(
  Schema.decodeTo(
    Schema.toType(Parameter.Psd2AisConsent),
    SchemaTransformation.transform({
      decode: (entry) => ({ type: "PSD2_AIS_CONSENT" as const, ...entry }),
      encode: ({ type: _, ...entry }) => entry
    })
  )
)

export const Consent20250101 = Schema.Union([stored, asked])
export type Consent20250101 = typeof Consent20250101.Type

export const forgetNewMembers = (consent: ConsentParameter): ConsentParameter =>
  consent.type === "STORED_CONSENT" && consent.newTransactionsOnly !== undefined
    ? Struct.omit(consent, ["newTransactionsOnly"])
    : consent

export const codecLosses: ReadonlyArray<CodecLoss<ConsentParameter>> = [
  {
    description: "newTransactionsOnly of a stored consent.",
    example: {
      type: "STORED_CONSENT",
      consentId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
      newTransactionsOnly: true
    },
    forget: forgetNewMembers
  }
]

export const change: VersionChange = {
  title: "Consents are typed parameters.",
  description:
    "The entries of consents become parameters. PSD2_AIS_CONSENT requests a consent with its scope and end date, and " +
    "STORED_CONSENT names an authorized consent. Every member is checked, because an ignored misspelling could widen " +
    "the consent.",
  affects: ["POST /collections", "POST /wealth/collection", "POST /insurance/collection"],
  losses: describeLosses(codecLosses)
}
