/** Vite settings for `npm run web:gallery`, which shows every screen without a service. */
import { fileURLToPath } from "node:url"
import { defineConfig } from "vite"
import { buildSettings } from "./src/assets/PageBuild.ts"

export default defineConfig({ ...buildSettings, root: fileURLToPath(new URL("src/gallery", import.meta.url)) })
