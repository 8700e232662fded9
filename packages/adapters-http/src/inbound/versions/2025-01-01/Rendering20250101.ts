/** The parts of responses that schemas cannot translate, in the terms of version 2025-01-01. */
import { startViolation20250101, status20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import type { Rendering } from "../Rendering.ts"

export const rendering20250101: Rendering = {
  version: "2025-01-01",
  statusOf: (status, company) => status20250101({ company, status }),
  startViolation: startViolation20250101,
  showsSandboxPage: false
}
