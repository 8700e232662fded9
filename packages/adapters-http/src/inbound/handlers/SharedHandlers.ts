/** Handlers that all versions share. */
import { Layer } from "effect"
import * as CompaniesHandlers from "./CompaniesHandlers.ts"
import * as ConnectSessionsHandlers from "./ConnectSessionsHandlers.ts"
import * as MonitorsHandlers from "./MonitorsHandlers.ts"
import * as UsersHandlers from "./UsersHandlers.ts"
import * as WebhookEndpointsHandlers from "./WebhookEndpointsHandlers.ts"

export const layer = <Version extends string>(version: Version) =>
  Layer.mergeAll(
    CompaniesHandlers.layer(version),
    ConnectSessionsHandlers.layer(version),
    MonitorsHandlers.layer(version),
    UsersHandlers.layer(version),
    WebhookEndpointsHandlers.layer(version)
  )
