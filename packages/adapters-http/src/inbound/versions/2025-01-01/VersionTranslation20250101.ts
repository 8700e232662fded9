/** Translates what schemas cannot express in responses of version 2025-01-01. */
import { startViolation20250101, status20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import type { VersionTranslation } from "../VersionTranslation.ts"

export const translation20250101: VersionTranslation = {
  version: "2025-01-01",
  statusOf: (status, company) => status20250101({ company, status }),
  translateStartViolation: startViolation20250101
}
