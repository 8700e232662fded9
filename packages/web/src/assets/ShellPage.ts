/** The files of the shell around the pages for developers. Import this module on first use: the bundle contains its result. */
import { buildPage } from "./PageBuild.ts"
import type { PageFiles } from "./PageBuild.ts"

export const pageFiles: PageFiles = await buildPage(new URL("../shell/main.ts", import.meta.url))
