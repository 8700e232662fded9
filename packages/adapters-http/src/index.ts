/** Sheaf over HTTP. */
export * as HttpApp from "./inbound/HttpApp.ts"
export * as PollLane from "./inbound/PollLane.ts"
export * as RequestId from "./inbound/RequestId.ts"
export * as ElectronicIdHttp from "./outbound/ElectronicIdHttp.ts"
export * as IssuerKeysHttp from "./outbound/IssuerKeysHttp.ts"
export * as OutboundTarget from "./outbound/OutboundTarget.ts"
export * as OutboundTls from "./outbound/OutboundTls.ts"
