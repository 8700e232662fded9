/** The newest version, in whose terms the handlers are written. */
import { head } from "@sheaf/domain/ApiVersion"
import { HeadApi } from "@sheaf/http-contract"
import { identity, Layer } from "effect"
import * as CollectedDataHandlers from "../handlers/CollectedDataHandlers.ts"
import * as CollectionsHandlers from "../handlers/CollectionsHandlers.ts"
import * as CompaniesHandlers from "../handlers/CompaniesHandlers.ts"
import * as ConsentsHandlers from "../handlers/ConsentsHandlers.ts"
import * as SandboxHandlers from "../handlers/SandboxHandlers.ts"
import * as UsersHandlers from "../handlers/UsersHandlers.ts"
import * as Rendering from "./Rendering.ts"
import * as Version from "./Version.ts"

const handlers = Layer.mergeAll(
  CompaniesHandlers.layer(head),
  CollectionsHandlers.layer(Rendering.head),
  CollectedDataHandlers.layer(Rendering.head),
  UsersHandlers.layer(head),
  ConsentsHandlers.layer(head),
  SandboxHandlers.layer(Rendering.head)
)

export const headVersion = Version.make(HeadApi, handlers, { collections: identity })
