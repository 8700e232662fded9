/** In 2025-01-01 consents came in an array of their own, told apart by their members only (spec 2.2, 2.3; decisions 3). */
import { Schema, SchemaTransformation, Struct } from "effect"
import { Psd2AisConsent, StoredConsent } from "../../collections/Parameter.ts"
import type { VersionChange } from "../VersionChange.ts"

/** A consent that was authorised before: it is the entry with a `consentId`. */
export const StoredConsentEntry = Schema.Struct(Struct.omit(StoredConsent.fields, ["type"])).annotate({
  identifier: "StoredConsentEntry",
  description: "A consent that was authorised before. It takes the place of a login.",
  examples: [{ consentId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10", psuIpAddress: "192.0.2.17" }]
})

/** A consent that is asked for with the collection. */
export const NewConsentEntry = Schema.Struct(Struct.omit(Psd2AisConsent.fields, ["type"])).annotate({
  identifier: "NewConsentEntry",
  description: "A consent to read accounts, made for this one collection. Without accountIds it covers all accounts.",
  examples: [{ psuIpAddress: "192.0.2.17", transactions: false, validUntil: "9999-12-31" }]
})

const stored = StoredConsentEntry.pipe(
  Schema.decodeTo(
    Schema.toType(StoredConsent),
    SchemaTransformation.transform({
      decode: (entry) => ({ type: "STORED_CONSENT" as const, ...entry }),
      encode: ({ type: _, ...entry }) => entry
    })
  )
)

const asked = NewConsentEntry.pipe(
  Schema.decodeTo(
    Schema.toType(Psd2AisConsent),
    SchemaTransformation.transform({
      decode: (entry) => ({ type: "PSD2_AIS_CONSENT" as const, ...entry }),
      encode: ({ type: _, ...entry }) => entry
    })
  )
)

/** Between an entry of `consents` and the typed parameter that it became. */
export const Consent20250101 = Schema.Union([stored, asked])
export type Consent20250101 = typeof Consent20250101.Type

/** Nothing is lost: the members of an entry are those of the parameter. */
export const change: VersionChange = {
  title: "A consent is a typed parameter.",
  description:
    "Entries of consents are parameters of the types PSD2_AIS_CONSENT, which asks for a consent with balances, " +
    "transactions, accounts and an end, and STORED_CONSENT, which names one that was authorised before. An untyped entry " +
    "with a misspelt member was a wider consent than was meant; now every member is checked.",
  affects: ["POST /collections", "POST /wealth/collection", "POST /insurance/collection"],
  losses: []
}
