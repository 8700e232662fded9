/** Sheaf over HTTP. */
export * as HttpApp from "./inbound/HttpApp.ts"
