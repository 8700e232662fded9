/** In version 2025-01-01, the sandbox had no page where a person decides how a login ends (spec 12). */
import { Schema, Struct } from "effect"
import { ConsentStatusObject } from "../2026-04-01/Collections.ts"
import * as Annotations from "../../shared/Annotations.ts"
import type { VersionChange } from "../changes/VersionChange.ts"

const ShownConsentStatus = Schema.Struct(Struct.omit(ConsentStatusObject.fields, ["sandboxPageUrl"])).annotate(
  Annotations.annotationsOf(ConsentStatusObject)
)

/** The codec for consents' status objects. It encodes the head's status object without an intermediate form. */
export const ConsentStatusObject20250101 = ShownConsentStatus.pipe(Schema.decodeTo(Schema.toType(ShownConsentStatus)))

export const change: VersionChange = {
  title: "In the sandbox, a person can decide how an electronic-ID login ends.",
  description:
    "While an electronic-ID order is open in the sandbox, sandboxPageUrl names a page on which a person signs, " +
    "cancels or lets the order expire. Scenarios list the buttons to press. Developers can test a client's " +
    "waiting screens at their own pace.",
  affects: [
    "GET /collections/{collectionId}/status",
    "POST /collections",
    "GET /consents/{consentId}/status",
    "GET /sandbox/scenarios",
    "GET /sandbox/consent-scenarios"
  ],
  losses: ["sandboxPageUrl of the status objects, and the scenarios in which a person presses a button."]
}
