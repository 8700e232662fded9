/** The handlers of the groups that all versions share. */
import { Layer } from "effect"
import * as CompaniesHandlers from "./CompaniesHandlers.ts"
import * as UsersHandlers from "./UsersHandlers.ts"

export const layer = <Version extends string>(version: Version) =>
  Layer.merge(CompaniesHandlers.layer(version), UsersHandlers.layer(version))
