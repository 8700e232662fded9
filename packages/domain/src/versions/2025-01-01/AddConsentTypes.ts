/** In version 2025-01-01, consents were untyped entries in their own array (spec 2.2, 2.3). */
import { Schema, SchemaTransformation, Struct } from "effect"
import { Parameter } from "../2026-04-01/Collections.ts"
import type { VersionChange } from "../changes/VersionChange.ts"
import * as Annotations from "../../shared/Annotations.ts"

/** A stored consent, recognized by its `consentId`. */
export const StoredConsentEntry = Schema.Struct(Struct.omit(Parameter.StoredConsent.fields, ["type"])).pipe(
  Annotations.annotate("StoredConsentEntry", "An authorized consent, which replaces the login.")
)

export const NewConsentEntry = Schema.Struct(Struct.omit(Parameter.Psd2AisConsent.fields, ["type"])).pipe(
  Annotations.annotate(
    "NewConsentEntry",
    "A new consent to read accounts, for this collection. Without accountIds, the consent covers all accounts."
  )
)

const stored = StoredConsentEntry.pipe(
  Schema.decodeTo(
    Schema.toType(Parameter.StoredConsent),
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

/** The codec between an entry of `consents` and the typed parameter that replaced such entries. */
export const Consent20250101 = Schema.Union([stored, asked])
export type Consent20250101 = typeof Consent20250101.Type

export const change: VersionChange = {
  title: "Consents are typed parameters.",
  description:
    "Entries of consents become parameters: PSD2_AIS_CONSENT requests a consent with its scope and end date, and " +
    "STORED_CONSENT names an authorized one. Every member is checked, because a misspelled member of an untyped " +
    "entry could widen the consent.",
  affects: ["POST /collections", "POST /wealth/collection", "POST /insurance/collection"],
  losses: []
}
