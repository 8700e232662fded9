/** Builds what a browser loads for a page: one script, one style sheet, and the files that the script loads later. */
import { fileURLToPath } from "node:url"
import { build, defaultClientConditions } from "vite"
import type { UserConfig } from "vite"
import { loginModulePlugin } from "./LoginModule.ts"
import { statusModulePlugin } from "./StatusModule.ts"

/** Shared by builds, the gallery and tests. */
export const buildSettings = {
  plugins: [statusModulePlugin, loginModulePlugin],
  // A fresh checkout has no compiled packages.
  resolve: { conditions: ["@sheaf/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } }
} satisfies UserConfig

/** A page's files by name. The names change with the content, so that browsers can cache files for a year. */
export interface PageFiles {
  /** The script that starts the page. */
  readonly script: string
  readonly style: string
  /** The name of the typeface's file for most texts, unless the page is shown in a shell, which has it. */
  readonly typeface?: string | undefined
  /** The files' texts. Files of the typeface, which are binary, are in Base64. */
  readonly files: Readonly<Record<string, string>>
}

const isBinary = (name: string): boolean => name.endsWith(".woff2")

const contentOf = ({ fileName, source }: { readonly fileName: string; readonly source: string | Uint8Array }): string =>
  typeof source === "string" ? source : Buffer.from(source).toString(isBinary(fileName) ? "base64" : "utf8")

/** Builds the page whose code starts in a file, for example `connect/main.tsx`. */
export const buildPage = async (entry: URL): Promise<PageFiles> => {
  const built = await build({
    ...buildSettings,
    configFile: false,
    root: fileURLToPath(new URL("..", entry)),
    base: "",
    logLevel: "silent",
    build: {
      write: false,
      assetsDir: "",
      // Each asset stays a file of its own, because the content security policy allows no data URLs.
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(entry) }
    }
  })
  if (!("output" in built)) throw new Error(`the build of ${entry.pathname} has several outputs or watches for changes`)
  const files: Record<string, string> = {}
  let script = ""
  let style = ""
  let typeface: string | undefined
  for (const file of built.output) {
    files[file.fileName] = file.type === "chunk" ? file.code : contentOf(file)
    if (file.type === "chunk" && file.isEntry) script = file.fileName
    if (file.fileName.endsWith(".css")) style = file.fileName
    if (file.fileName.includes("-latin-wght-")) typeface = file.fileName
  }
  if (script === "" || style === "") throw new Error(`the build of ${entry.pathname} has no script or no style sheet`)
  return { script, style, ...(typeface !== undefined && { typeface }), files }
}
