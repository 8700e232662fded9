/** In 2025-01-01, the sandbox showed no page on which a person decides a login (decisions 16). */
import type { VersionChange } from "../VersionChange.ts"

export const change: VersionChange = {
  title: "In the sandbox, a person can decide an electronic-ID login.",
  description:
    "While an electronic-ID order is open in the sandbox, the status has sandboxPageUrl. On that page, a person signs, " +
    "cancels or lets the order expire. Scenarios list the buttons to press. Clients can now try their waiting screens " +
    "without a script that decides the moment.",
  affects: [
    "GET /collections/{collectionId}/status",
    "POST /collections",
    "GET /consents/{consentId}/status",
    "GET /sandbox/scenarios",
    "GET /sandbox/consent-scenarios"
  ],
  losses: ["sandboxPageUrl of the status objects, and the scenarios that need a press."]
}
