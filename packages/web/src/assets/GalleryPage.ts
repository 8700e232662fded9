/** The gallery's files, which tests need but the service does not serve. */
import { buildPage } from "./PageBuild.ts"
import type { PageFiles } from "./PageBuild.ts"

export const pageFiles: PageFiles = await buildPage(new URL("../gallery/main.tsx", import.meta.url))
