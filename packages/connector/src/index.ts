/** The kit for connectors (docs/connector-kit.md). */
export type * from "./protocol/Contract.ts"
export { makeCallHandler } from "./Connector.ts"
export type {
  ConnectorResponse,
  HandleCall,
  Connector,
  ConnectorFile,
  Context,
  ConnectorSettings
} from "./Connector.ts"
export { readForm, readTable } from "./Page.ts"
export type { Cell, Form } from "./Page.ts"
export { RequestError } from "./RequestError.ts"
export { open, seal } from "./Session.ts"
export { serve } from "./Server.ts"
export type { Options } from "./Server.ts"
export { fetchThrough, Site } from "./Site.ts"
export type { Cookies, SiteRequest, SiteResponse } from "./Site.ts"
export { ask, askCode, complete, exchangeOnce, fail, redirect, show, wait } from "./Step.ts"
export type { Step } from "./Step.ts"
