/** What clients' pages load from the service to embed Connect. */
export { open } from "@sheaf/connect"
