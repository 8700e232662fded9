/** `npm run references`: fails if project references and dependencies differ. */
import { fileURLToPath } from "node:url"
import { findViolations } from "./References.ts"

const violations = findViolations(fileURLToPath(new URL("../..", import.meta.url)))
for (const violation of violations) console.error(violation)
if (violations.length > 0) process.exitCode = 1
