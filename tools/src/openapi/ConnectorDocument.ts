/** The OpenAPI document of the protocol of connectors over HTTP, as it is published. */
import { ConnectorApi } from "@sheaf/adapters-http"
import type { JsonObject } from "./Json.ts"

/** As a reader gets it: through JSON. */
export const current: JsonObject = JSON.parse(JSON.stringify(ConnectorApi.openApi()))

/** Where it is committed, from the root of the repository. */
export const file = `docs/openapi/connector-${ConnectorApi.version}.json`
