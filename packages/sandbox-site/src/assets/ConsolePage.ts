/** The files of the console. Import this module only when it is needed: in the bundle, it is precomputed. */
import { buildPage } from "@sheaf/web/PageBuild"
import type { PageFiles } from "@sheaf/web/PageBuild"

export const pageFiles: PageFiles = await buildPage(new URL("../console/main.tsx", import.meta.url))
