/** The contract of version 2025-01-01: what all versions share (spec 4, 9). */
import * as Api from "./Api.ts"
import { CompaniesGroup } from "./CompaniesGroup.ts"
import { SandboxGroup } from "./SandboxGroup.ts"

export const Api20250101 = Api.of("2025-01-01").add(CompaniesGroup, SandboxGroup)
