/** Builds what a browser loads for a page: its scripts, one style sheet, and the files that the scripts load later. */
import { fileURLToPath } from "node:url"
import { build, defaultClientConditions } from "vite"
import type { UserConfig } from "vite"
import { loginModulePlugin } from "./LoginModule.ts"
import { statusModulePlugin } from "./StatusModule.ts"

export const buildSettings = {
  plugins: [statusModulePlugin, loginModulePlugin],
  // Resolves packages to their sources, because a fresh checkout contains no compiled files.
  resolve: { conditions: ["@sheaf/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } }
} satisfies UserConfig

/** The built files of a page. Their names contain a content hash, so browsers can cache them for a year. */
export interface PageFiles {
  readonly script: string
  readonly style: string
  /** A script that the main script imports. It runs as soon as it has loaded, without waiting for the main script. */
  readonly earlyScript?: string | undefined
  /** The file of the main typeface. Absent for pages inside the shell, which loads the typeface itself. */
  readonly typeface?: string | undefined
  /** File contents by name. Typefaces (`.woff2`) are in Base64. */
  readonly files: Readonly<Record<string, string>>
}

const isBinary = (name: string): boolean => name.endsWith(".woff2")

const contentOf = ({ fileName, source }: { readonly fileName: string; readonly source: string | Uint8Array }): string =>
  typeof source === "string" ? source : Buffer.from(source).toString(isBinary(fileName) ? "base64" : "utf8")

/** `early` is a module that `entry` imports. Together with its own imports, it becomes the early script. */
export const buildPage = async (entry: URL, early?: URL): Promise<PageFiles> => {
  const earlyModule = early && fileURLToPath(early)
  const built = await build({
    ...buildSettings,
    configFile: false,
    root: fileURLToPath(new URL("..", entry)),
    base: "",
    logLevel: "silent",
    build: {
      write: false,
      assetsDir: "",
      // The content security policy forbids data URLs, so assets are never inlined.
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(entry),
        ...(earlyModule !== undefined && {
          output: { codeSplitting: { groups: [{ name: "early", test: (id: string) => id === earlyModule }] } }
        })
      }
    }
  })
  if (!("output" in built)) throw new Error(`the build of ${entry.pathname} has several outputs or watches for changes`)
  const files: Record<string, string> = {}
  let script = ""
  let earlyScript: string | undefined
  let style = ""
  let typeface: string | undefined
  for (const file of built.output) {
    files[file.fileName] = file.type === "chunk" ? file.code : contentOf(file)
    if (file.type === "chunk" && file.isEntry) script = file.fileName
    else if (file.type === "chunk" && earlyModule !== undefined && file.moduleIds.includes(earlyModule))
      earlyScript = file.fileName
    if (file.fileName.endsWith(".css")) style = file.fileName
    if (file.fileName.includes("-latin-wght-")) typeface = file.fileName
  }
  if (script === "" || style === "") throw new Error(`the build of ${entry.pathname} has no script or no style sheet`)
  return {
    script,
    style,
    ...(earlyScript !== undefined && { earlyScript }),
    ...(typeface !== undefined && { typeface }),
    files
  }
}
