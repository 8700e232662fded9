/** Sheaf over HTTP. */
export * as HttpApp from "./inbound/HttpApp.ts"
export * as ElectronicIdHttp from "./outbound/ElectronicIdHttp.ts"
export * as OutboundTarget from "./outbound/OutboundTarget.ts"
export * as OutboundTls from "./outbound/OutboundTls.ts"
