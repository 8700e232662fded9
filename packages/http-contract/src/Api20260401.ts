/** The contract of version 2026-04-01, the newest: the one in whose terms handlers are written (spec 4, 9). */
import * as Api from "./Api.ts"
import { CollectedDataGroup } from "./CollectedDataGroup.ts"
import { CollectionsGroup } from "./CollectionsGroup.ts"
import { CompaniesGroup } from "./CompaniesGroup.ts"
import { ConsentsGroup } from "./ConsentsGroup.ts"
import { SandboxGroup } from "./SandboxGroup.ts"
import { UsersGroup } from "./UsersGroup.ts"

export const Api20260401 = Api.of("2026-04-01").add(
  CompaniesGroup,
  CollectionsGroup,
  CollectedDataGroup,
  UsersGroup,
  ConsentsGroup,
  SandboxGroup
)
