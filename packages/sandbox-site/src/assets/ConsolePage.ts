/**
 * The built files of the console. Importing this module runs the Vite build, so import it lazily. The release bundle
 * contains the built files instead.
 */
import { buildPage } from "@sheaf/web/PageBuild"
import type { PageFiles } from "@sheaf/web/PageBuild"

export const pageFiles: PageFiles = await buildPage(new URL("../console/main.tsx", import.meta.url))
