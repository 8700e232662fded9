/**
 * The script with which clients' pages embed Connect. Importing this module runs the Vite build, so import it lazily;
 * the release bundle contains the result.
 */
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { buildSettings } from "./PageBuild.ts"

const built = await build({
  ...buildSettings,
  configFile: false,
  logLevel: "silent",
  build: {
    write: false,
    modulePreload: false,
    rolldownOptions: {
      input: fileURLToPath(new URL("../embed/main.ts", import.meta.url)),
      preserveEntrySignatures: "strict",
      output: { format: "iife", name: "SheafConnect" }
    }
  }
})

const [chunk] = "output" in built ? built.output : []

/** A script that defines the global `SheafConnect`, with the exports of `@sheaf/connect`. */
export const script: string = chunk?.code ?? ""
