/** The files of the gallery, for tests. The service does not serve them. */
import { buildPage } from "./PageBuild.ts"
import type { PageFiles } from "./PageBuild.ts"

export const pageFiles: PageFiles = await buildPage(new URL("../gallery/main.tsx", import.meta.url))
