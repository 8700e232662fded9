/** Finds the kit's files and templates, which are next to this code in a checkout and in a bundle. */
import { Schema } from "effect"
import { globSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Archive from "./Archive.ts"

const kit = fileURLToPath(new URL("../../../../connector", import.meta.url))

export const languages = ["python", "typescript"] as const
export type Language = (typeof languages)[number]

export const templateOf = (language: Language): Readonly<Record<string, string>> => {
  const folder = join(kit, "templates", language)
  return Object.fromEntries(
    globSync("*", { cwd: folder }).map((name) => [name, readFileSync(join(folder, name), "utf8")])
  )
}

const python = fileURLToPath(new URL("../../../../../examples/python-connector/sheaf_connector.py", import.meta.url))

export const readPython = (): string => readFileSync(python, "utf8")

const withEndings = (code: string): string => code.replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"')

const decodeDescription = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/** Removes the parts of `package.json` that are not published, and points its types at the sources. */
const publishedDescription = (text: string): string => {
  const { devDependencies: _, scripts: __, ...description } = decodeDescription(text)
  const published = JSON.stringify(description, null, 2)
  return published
    .replaceAll(/"@sheaf\/source": "[^"]+",\s*/g, "")
    .replaceAll(/\.\/dist\/([^"]+)\.d\.ts/g, "./dist/$1.ts")
}

/** Suppresses Node.js's warning about an experimental function, which would only confuse people. */
const withoutWarnings = <A>(run: () => A): A => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return run()
  } finally {
    process.emitWarning = emitWarning
  }
}

export const packTypeScript = (): Uint8Array => {
  const files: Record<string, string> = {
    "package.json": publishedDescription(readFileSync(join(kit, "package.json"), "utf8"))
  }
  for (const path of globSync("src/**/*.ts", { cwd: kit })) {
    const source = withEndings(readFileSync(join(kit, path), "utf8"))
    const published = path.replaceAll("\\", "/").replace(/^src/, "dist")
    files[published] = source
    files[published.replace(/\.ts$/, ".js")] = withoutWarnings(() => stripTypeScriptTypes(source))
  }
  return Archive.pack(files)
}
