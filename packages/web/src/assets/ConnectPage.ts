/**
 * The built files of the Connect page. Importing this module runs the Vite build, so import it lazily; the release
 * bundle contains the result.
 */
import { buildPage } from "./PageBuild.ts"
import type { PageFiles } from "./PageBuild.ts"

export const pageFiles: PageFiles = await buildPage(
  new URL("../connect/main.tsx", import.meta.url),
  new URL("../connect/opening.ts", import.meta.url)
)
