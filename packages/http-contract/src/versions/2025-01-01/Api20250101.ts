/** The contract of version 2025-01-01, the lowest: the one that answers when a request names none (spec 4, 9). */
import * as Api from "../Api.ts"
import { CompaniesGroup } from "../../companies/CompaniesGroup.ts"
import { ConsentsGroup } from "../../consents/ConsentsGroup.ts"
import { InsuranceCollectionsGroup, WealthCollectionsGroup } from "./ProductCollectionsGroup.ts"
import { SandboxGroup20250101 } from "../../collections/SandboxGroup.ts"
import { UsersGroup } from "../../users/UsersGroup.ts"

export const Api20250101 = Api.of("2025-01-01").add(
  CompaniesGroup,
  InsuranceCollectionsGroup,
  WealthCollectionsGroup,
  UsersGroup,
  ConsentsGroup,
  SandboxGroup20250101
)
