import { head } from "@sheaf/domain/ApiVersion"
import * as Contracts from "@sheaf/sandbox-site/contract"

/** The documented paths that only a sandbox has. */
export const ownPaths = Object.keys(Contracts.openApiDocumentOf(head).paths).filter((path) =>
  path.startsWith("/sandbox/")
)
