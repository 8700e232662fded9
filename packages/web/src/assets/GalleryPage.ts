/** The files of the gallery, which tests need and the service does not serve. */
import { buildPage } from "./PageBuild.ts"
import type { PageFiles } from "./PageBuild.ts"

export const pageFiles: PageFiles = await buildPage(new URL("../gallery/main.tsx", import.meta.url))
