/** The contract of the newest version, which handlers are written for (spec 4, 9). */
import { head } from "@sheaf/domain/ApiVersion"
import * as Api from "./Api.ts"
import { CollectedDataGroup } from "../collections/CollectedDataGroup.ts"
import { CollectionsGroup } from "../collections/CollectionsGroup.ts"
import { CompaniesGroup } from "../companies/CompaniesGroup.ts"
import { ConsentsGroup } from "../consents/ConsentsGroup.ts"
import { SandboxGroup } from "../collections/SandboxGroup.ts"
import { UsersGroup } from "../users/UsersGroup.ts"

export const HeadApi = Api.of(head).add(
  CompaniesGroup,
  CollectionsGroup,
  CollectedDataGroup,
  UsersGroup,
  ConsentsGroup,
  SandboxGroup
)
