/** In version 2025-01-01, an expiring consent could not be renewed, only replaced by an unrelated one (spec 2.4). */
import type { VersionChange } from "../changes/VersionChange.ts"

export const change: VersionChange = {
  title: "Consents can be renewed.",
  description:
    "From 30 days before a consent ends, POST /consents/{consentId}/renewal creates a new consent with the same or a " +
    "smaller scope. The old one ends when the new one is authorized. A consent shows which consent it renews, when it " +
    "can be renewed itself, and how many unattended readings are left.",
  affects: ["POST /consents/{consentId}/renewal", "GET /consents/{consentId}"],
  losses: ["renews, renewableFrom and the unattended readings of a consent."]
}
