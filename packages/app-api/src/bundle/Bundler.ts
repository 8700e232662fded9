/** Bundles the service and its command line into a folder that runs without the rest of the checkout (docs/adr/0017). */
import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs"
import http from "node:http"
import { join, relative, sep } from "node:path"
import { rolldown } from "rolldown"
import type { OutputOptions, Plugin } from "rolldown"
import * as Inputs from "./Inputs.ts"

/** The reader of uploaded documents runs in processes that may read nothing but the files of this folder. */
const reader = "packages/adapters-pdf/src/reader"

/** Files that the service reads while it runs. Their places relative to the code that reads them stay the same. */
const files = [
  "packages/adapters-pdf/package.json",
  "packages/adapters-pdf/fixtures/*.pdf",
  "node_modules/unpdf/package.json",
  "node_modules/unpdf/dist/*.mjs",
  "node_modules/pdfkit/js/standard-fonts/**/*.cjs",
  "node_modules/@expo-google-fonts/noto-sans/package.json",
  "node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"
]

/** Files that decide what the bundler finds, and that it does not report. */
const surroundings = ["packages/*/package.json", "packages/app-api/src/bundle/*.ts"]

/** npm writes this file with every change of the dependencies. */
const installed = "node_modules/.package-lock.json"

/** The entry. It keeps compiled code in the bundle, unless a checkout keeps it elsewhere. */
const start = `import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

enableCompileCache(fileURLToPath(new URL("compiled", import.meta.url)))
await import("./main.js")
`

const slashes = (path: string): string => path.replaceAll(sep, "/")

/** Modules keep the address that they would have if the bundle had the folders of the checkout. All chunks lie at its top. */
const addresses = (root: string): Plugin => ({
  name: "addresses",
  transform: {
    filter: { id: /\.ts$/, code: "import.meta.url" },
    handler: (code, id) => {
      const path = slashes(relative(root, id)).replace(/\.ts$/, ".js")
      return code.replaceAll("import.meta.url", `new URL(${JSON.stringify(path)}, import.meta.url).href`)
    }
  }
})

/** Properties of `node:http` that load an HTTP client when they are read, as an import of the module does with all of them. */
const costly = ["CloseEvent", "MessageEvent", "WebSocket"]

/** Imports `node:http` without its costly properties, which saves 20 ms of each start. */
const lightHttp: Plugin = {
  name: "light-http",
  resolveId: { filter: { id: /^(?:node:)?http$/ }, handler: () => "\0node:http" },
  load: {
    filter: { id: /^\0node:http$/ },
    handler: () => {
      const names = Object.keys(http).filter((name) => !costly.includes(name))
      return `const http = process.getBuiltinModule("node:http")\nexport default http\nexport const { ${names} } = http`
    }
  }
}

/** Modules of examples for the documents. They compute constants, which the bundle contains instead. */
const examples = /\/packages\/http-contract\/src\/.*\/Examples\w*\.ts$/

/** Runs the modules of examples, and replaces each with its exports as JSON. */
const constants: Plugin = {
  name: "constants",
  load: {
    filter: { id: examples },
    handler: async (id) => {
      const exported: Record<string, unknown> = await import(id)
      return Object.entries(exported)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join("\n")
    }
  }
}

/** pdfkit finds its fonts by names that only its own `package.json` maps to files. They become the files' addresses. */
const pdfFonts: Plugin = {
  name: "pdf-fonts",
  transform: {
    filter: { id: /\/pdfkit\/js\//, code: "#standard-fonts/" },
    handler: (code) => code.replaceAll(/'#standard-fonts\/(\w+)'/g, "'./node_modules/pdfkit/js/standard-fonts/$1.cjs'")
  }
}

/** Writes chunks, and returns every file that the bundler has read. Some leave no trace in any chunk. */
const write = async (
  root: string,
  input: Record<string, string>,
  plugins: ReadonlyArray<Plugin>,
  output: OutputOptions
): Promise<ReadonlyArray<string>> => {
  const build = await rolldown({
    cwd: root,
    input,
    plugins: [...plugins],
    platform: "node",
    resolve: { conditionNames: ["@sheaf/source", "node", "import", "default"] },
    external: [/^node:(?!http$)/, "unpdf"],
    logLevel: "silent"
  })
  try {
    await build.write({ format: "esm", entryFileNames: "[name].js", ...output })
    return await build.watchFiles
  } finally {
    await build.close()
  }
}

/** Writes the bundle of the checkout at `root` into a folder, and returns its inputs. */
export const bundle = async (root: string, into: string): Promise<Inputs.Inputs> => {
  // The stamps are older than the build, so that an edit during the build makes the bundle stale.
  const found = [
    ...globSync(["tsconfig*.json", "packages/*/*", "packages/*/src/**/*", ...files], { cwd: root }),
    installed
  ].map(slashes)
  const before = Inputs.read(root, found)
  const service = await write(
    root,
    { main: join(root, "packages/app-api/src/main.ts") },
    [addresses(root), lightHttp, constants, pdfFonts],
    {
      dir: into,
      chunkFileNames: "[name]-[hash].js"
    }
  )
  const programs = ["ReaderProcess", "ReaderThread"].map((name) => [name, join(root, reader, `${name}.ts`)])
  const readers = await write(root, Object.fromEntries(programs), [], { dir: join(into, reader) })
  writeFileSync(join(into, "package.json"), '{ "type": "module" }\n')
  writeFileSync(join(into, "sheaf.js"), start)
  const copied = globSync(files, { cwd: root })
  for (const path of copied) {
    mkdirSync(join(into, path, ".."), { recursive: true })
    cpSync(join(root, path), join(into, path), { dereference: true })
  }
  const sources = [...service, ...readers].map((path) => slashes(relative(root, path)))
  const used = new Set([
    ...sources.filter((path) => !path.includes("node_modules/")),
    ...[...copied, ...globSync(surroundings, { cwd: root })].map(slashes),
    installed
  ])
  return Object.fromEntries(Array.from(used, (path) => [path, before[path] ?? null]))
}
