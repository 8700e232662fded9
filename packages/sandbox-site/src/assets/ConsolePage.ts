/** The files of the console. Import this module on first use: the bundle contains its result. */
import { buildPage } from "@sheaf/web/PageBuild"
import type { PageFiles } from "@sheaf/web/PageBuild"

export const pageFiles: PageFiles = await buildPage(new URL("../console/main.tsx", import.meta.url))
