/** The contract of the oldest version, 2025-01-01, which applies to requests that specify no version (spec 4, 9). */
import { StatusObject20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import * as Api from "../Api.ts"
import { InsuranceCollectionsGroup, WealthCollectionsGroup } from "./ProductCollectionsGroup.ts"
import { OlderConsentsGroup } from "../../consents/ConsentsGroup.ts"
import * as Examples20250101 from "./Examples20250101.ts"
import { olderSandbox, sandboxGroupOf } from "../../collections/SandboxGroup.ts"

const SandboxGroup20250101 = sandboxGroupOf(StatusObject20250101, Examples20250101.statuses.waiting, olderSandbox)

export const Api20250101 = Api.make(
  "2025-01-01",
  [InsuranceCollectionsGroup, WealthCollectionsGroup],
  OlderConsentsGroup,
  SandboxGroup20250101
)
