/**
 * Tests the HTTP interface over SQLite. The suite starts its own service, or uses the one at `SHEAF_BASE_URL` with the
 * key `SHEAF_API_KEY`.
 */
import { conformance } from "./conformance/Conformance.ts"
import * as Service from "./conformance/Service.ts"

conformance(Service.open)
