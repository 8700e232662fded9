/**
 * The built files of the shell around the developer pages. Importing this module runs the Vite build, so import it
 * lazily; the release bundle contains the result.
 */
import { buildPage } from "./PageBuild.ts"
import type { PageFiles } from "./PageBuild.ts"

export const pageFiles: PageFiles = await buildPage(new URL("../shell/main.ts", import.meta.url))
