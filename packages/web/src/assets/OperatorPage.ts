/**
 * The built files of the operator console. Importing this module runs the Vite build, so import it lazily; the release
 * bundle contains the result.
 */
import { buildPage } from "./PageBuild.ts"
import type { PageFiles } from "./PageBuild.ts"

export const pageFiles: PageFiles = await buildPage(new URL("../operator/main.tsx", import.meta.url))
