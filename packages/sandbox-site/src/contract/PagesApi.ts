/** Paths that only a sandbox has and that need no credentials (spec 12). */
import { SystemApi } from "@sheaf/http-contract"
import { ConsoleGroup } from "./ConsoleGroup.ts"
import { OrderPagesGroup } from "./OrderPagesGroup.ts"

export const pagesApi = SystemApi.makeAdditional("sandbox", ConsoleGroup, OrderPagesGroup)
export type PagesApi = typeof pagesApi
