/** Bundles the service and the command line into a folder that runs without the rest of the checkout (ADR 17). */
import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { rolldown } from "rolldown"
import type { OutputOptions, Plugin } from "rolldown"
import * as Inputs from "./Inputs.ts"

/** The processes that read uploaded documents can access nothing outside this folder. */
const reader = "packages/adapters-pdf/src/reader"

/**
 * Files that the service reads at runtime, and the license of the pages' typeface. Code refers to them by relative
 * paths, so the bundle must keep the same paths.
 */
const files = [
  "packages/adapters-pdf/package.json",
  "examples/python-connector/sheaf_connector.py",
  "packages/connector/package.json",
  "packages/connector/src/**/*.ts",
  "packages/connector/templates/*/*",
  "packages/adapters-pdf/fixtures/*.pdf",
  "node_modules/unpdf/package.json",
  "node_modules/unpdf/dist/*.mjs",
  "node_modules/pdfkit/js/standard-fonts/**/*.cjs",
  "node_modules/@fontsource-variable/figtree/LICENSE",
  "node_modules/@fontsource-variable/figtree/package.json",
  "node_modules/@fontsource-variable/figtree/files/figtree-{latin,latin-ext}-wght-normal.woff2",
  "node_modules/@expo-google-fonts/noto-sans/package.json",
  "node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"
]

/**
 * All source files count as inputs, because some of them, such as a file with only a short constant, leave no trace in
 * the bundle. The documentation counts too, because the guides are generated from it.
 */
const inputs = [
  "tsconfig*.json",
  "clients/python/README.md",
  "docs/*.md",
  "packages/*/{*.json,README.md}",
  "packages/*/src/**/*.*",
  ...files
]
const notInputs = ["packages/*/src/testing/**"]

const installed = "node_modules/.package-lock.json"

/**
 * The entry file, which npm installs as the command `sheaf`. It must run even on old versions of Node.js, so that it
 * can say which version is needed. Node.js caches compiled code in the bundle's folder, unless the checkout has chosen
 * another folder.
 */
const start = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error("sheaf: Node.js " + process.versions.node + " is too old; install Node.js 22.19 or newer, such as 24")
  process.exit(1)
}
const { enableCompileCache } = await import("node:module")
const { fileURLToPath } = await import("node:url")

enableCompileCache(fileURLToPath(new URL("compiled", import.meta.url)))
await import("./main.js")
`

const slashes = (path: string): string => path.replaceAll(sep, "/")

/**
 * Modules that only compute constants: the OpenAPI documents and their examples, the banks' profiles, the sandbox's
 * scenarios, the pages' files, and the script that embeds Connect.
 */
const computed =
  /\/packages\/[\w-]+\/src\/(?:.*\/)?(?:\w*Examples\w*|OpenApiDocuments|ShippedProfiles|Catalog|assets\/\w+(?:Page|Script))\.ts$/

/**
 * In the bundle, all chunks are at the top level. This plugin gives each module the URL that it would have in the
 * checkout.
 */
const addresses = (root: string): Plugin => ({
  name: "addresses",
  transform: {
    // Excludes computed modules. They contain code for web pages, and the URLs in that code are relative to the page's
    // own files.
    filter: { id: { include: /\.ts$/, exclude: computed }, code: "import.meta.url" },
    handler: (code, id) => {
      const path = slashes(relative(root, id)).replace(/\.ts$/, ".js")
      return code.replaceAll("import.meta.url", `new URL(${JSON.stringify(path)}, import.meta.url).href`)
    }
  }
})

/** The bundler's own module. All chunks import it, so it must not import one of them. */
const runtime = "\0rolldown/runtime.js"

const builtin = /^\0(node:.+)$/
const identifier = /^[a-z_$][\w$]*$/i

/**
 * Reads only those properties of Node.js modules that the code uses. A namespace import would read all of them, and
 * some load further modules: `node:http` loads an HTTP client, `node:crypto` loads Web Crypto.
 */
const usedBuiltins: Plugin = {
  name: "used-builtins",
  resolveId: {
    filter: { id: /^node:/ },
    handler: (id, importer, { kind }) =>
      kind === "import-statement" && importer !== runtime ? `\0${id}` : { id, external: true }
  },
  load: {
    filter: { id: builtin },
    handler: (id) => {
      const name = id.replace(builtin, "$1")
      const exported = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => identifier.test(key))
      return [
        `const all = process.getBuiltinModule("${name}")`,
        "const read = (key) => all[key]",
        "export default all",
        ...exported.map((key) => `const _${key} = /* @__PURE__ */ read("${key}")\nexport { _${key} as ${key} }`)
      ].join("\n")
    }
  }
}

/** Creates the segmenter for help texts on demand, because its data loads slowly and few texts need it. */
const lateSegmenter: Plugin = {
  name: "late-segmenter",
  transform: {
    filter: { id: /\/effect\/dist\/cli\/CliOutput\.js$/ },
    handler: (code) => {
      const late = code.replace(
        /(?<=graphemeSegmenter = )[^;]*?(new Intl\.Segmenter\([^;]*\));/,
        "{ segment: (text) => $1.segment(text) };"
      )
      if (late === code) throw new Error("CliOutput no longer creates its segmenter as expected")
      return late
    }
  }
}

/** Returns the fastest code for a constant: `JSON.parse` for objects, a literal for strings. */
const literalOf = (value: unknown): string => {
  if (value instanceof Map) return `new Map(${literalOf([...value])})`
  const text = JSON.stringify(value)
  return typeof value === "string" ? text : `JSON.parse(${JSON.stringify(text)})`
}

const constants: Plugin = {
  name: "constants",
  load: {
    filter: { id: computed },
    handler: async (id) => {
      const exported: Record<string, unknown> = await import(id)
      return Object.entries(exported)
        .map(([name, value]) => {
          const content = value instanceof Map ? [...value] : value
          if (!isDeepStrictEqual(JSON.parse(JSON.stringify(content)), content))
            throw new Error(`cannot express the export ${name} of ${id} as JSON`)
          return `export const ${name} = ${literalOf(value)}`
        })
        .join("\n")
    }
  }
}

/** Replaces pdfkit's font names with file URLs. Only pdfkit's `package.json` maps names to files. */
const pdfFonts: Plugin = {
  name: "pdf-fonts",
  transform: {
    filter: { id: /\/pdfkit\/js\//, code: "#standard-fonts/" },
    handler: (code) => code.replaceAll(/'#standard-fonts\/(\w+)'/g, "'./node_modules/pdfkit/js/standard-fonts/$1.cjs'")
  }
}

const wide = /(\\*)([^\0-\u00ff])/g

/**
 * Escapes characters outside Latin-1. The JavaScript engine keeps each chunk's source in memory, and a single such
 * character would double its size.
 */
const narrowText = (code: string): string =>
  code.replace(wide, (_, slashes: string, character: string) => {
    const before = slashes.length % 2 === 1 ? slashes.slice(1) : slashes
    return `${before}\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  })

/**
 * Keeps the number of chunks small, because Node.js needs about half a millisecond to find and link each. One chunk
 * contains the modules that every command loads, and another the modules that several commands share. Without these two
 * groups, each set of commands that share a module would have its own chunk.
 */
const chunks: OutputOptions["codeSplitting"] = {
  groups: [
    { name: "core", tags: ["$initial"], priority: 1 },
    { name: "common", minShareCount: 4 }
  ]
}

const write = async (
  root: string,
  input: Record<string, string>,
  plugins: ReadonlyArray<Plugin>,
  { dir, ...output }: OutputOptions & { readonly dir: string }
): Promise<void> => {
  const build = await rolldown({
    cwd: root,
    input,
    plugins: [...plugins],
    platform: "node",
    resolve: { conditionNames: ["@sheaf/source", "node", "import", "default"] },
    external: ["unpdf"],
    logLevel: "silent"
  })
  try {
    const written = await build.write({
      format: "esm",
      comments: { legal: true, annotation: false, jsdoc: false },
      entryFileNames: "[name].js",
      dir,
      ...output
    })
    // Escapes the characters here and not in a plugin, because the bundler prints the code again after its plugins have
    // run.
    for (const file of written.output)
      if (file.type === "chunk") writeFileSync(join(dir, file.fileName), narrowText(file.code))
  } finally {
    await build.close()
  }
}

export const bundle = async (root: string, into: string): Promise<Inputs.BundleInputs> => {
  // Read before the build, so that an edit during the build makes the bundle stale.
  const read = Inputs.readFileStamps(
    root,
    [...globSync(inputs, { cwd: root, exclude: notInputs }), installed].map(slashes)
  )
  await write(
    root,
    { main: join(root, "packages/app-api/src/main.ts") },
    [addresses(root), usedBuiltins, lateSegmenter, constants, pdfFonts],
    {
      dir: into,
      chunkFileNames: "[name]-[hash].js",
      codeSplitting: chunks
    }
  )
  const programs = ["ReaderProcess", "ReaderThread"].map((name) => [name, join(root, reader, `${name}.ts`)])
  await write(root, Object.fromEntries(programs), [], { dir: join(into, reader) })
  writeFileSync(join(into, "package.json"), '{ "type": "module" }\n')
  writeFileSync(join(into, "sheaf.js"), start, { mode: 0o755 })
  for (const path of globSync(files, { cwd: root })) {
    mkdirSync(join(into, path, ".."), { recursive: true })
    cpSync(join(root, path), join(into, path), { dereference: true })
  }
  return read
}
