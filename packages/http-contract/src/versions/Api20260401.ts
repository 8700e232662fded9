/** The contract of version 2026-04-01, the newest: the one in whose terms handlers are written (spec 4, 9). */
import * as Api from "./Api.ts"
import { CollectedDataGroup } from "../collections/CollectedDataGroup.ts"
import { CollectionsGroup } from "../collections/CollectionsGroup.ts"
import { CompaniesGroup } from "../companies/CompaniesGroup.ts"
import { ConsentsGroup } from "../consents/ConsentsGroup.ts"
import { SandboxGroup } from "../collections/SandboxGroup.ts"
import { UsersGroup } from "../users/UsersGroup.ts"

export const Api20260401 = Api.of("2026-04-01").add(
  CompaniesGroup,
  CollectionsGroup,
  CollectedDataGroup,
  UsersGroup,
  ConsentsGroup,
  SandboxGroup
)
