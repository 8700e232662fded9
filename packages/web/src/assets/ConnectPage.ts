/** The files of the Connect page. Import this module on first use: the bundle contains its result. */
import { buildPage } from "./PageBuild.ts"
import type { PageFiles } from "./PageBuild.ts"

export const pageFiles: PageFiles = await buildPage(new URL("../connect/main.tsx", import.meta.url))
