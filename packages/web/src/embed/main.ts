/** The script that clients' pages load to embed Connect. */
export { open } from "@sheaf/connect"
