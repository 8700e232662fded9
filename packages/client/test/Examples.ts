/** Runs the examples in the READMEs, the tutorial and the migration guide against a service. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"
import { join } from "node:path"
import { format } from "node:util"

export interface Example {
  readonly title: string
  readonly code: string
  readonly documented: ReadonlyArray<string>
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

const codeIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code = ""]) => code)

/** The tutorial's steps as one example, because each continues the one before. */
const tutorial = `# Tutorial\n\n\`\`\`ts\n${codeIn(read("../../../docs/integrate.md")).join("")}\`\`\`\n`

const documents = [tutorial, read("../README.md"), read("../../../README.md"), read("../../../docs/migrate.md")]

export const examples: ReadonlyArray<Example> = documents
  .flatMap((document) => document.split(/^###? /m))
  .flatMap((chapter) =>
    codeIn(chapter).map((code) => ({
      title: chapter.split("\n", 1).join(""),
      code,
      documented: Array.from(code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm), ([, text = ""]) => text)
    }))
  )

export const run = async (
  { code }: Example,
  place: string,
  addresses: Readonly<Record<string, string>>
): Promise<ReadonlyArray<string>> => {
  const folder = fileURLToPath(new URL("../out-tsc/readme/", import.meta.url))
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${place}.ts`)
  const local = Object.entries(addresses).reduce((text, [from, to]) => text.replaceAll(from, to), code)
  const header =
    "export const printed: Array<ReadonlyArray<unknown>> = []\nconst log = (...values: ReadonlyArray<unknown>) => printed.push(values)\n"
  writeFileSync(file, `${header}${local.replaceAll("console.log(", "log(")}`)
  const { printed }: { readonly printed: ReadonlyArray<ReadonlyArray<unknown>> } = await import(
    pathToFileURL(file).href
  )
  return printed.map((values) => format(...values))
}
