/**
 * `npm run generate`: writes the generated files. It leaves an OpenAPI document unchanged if its promised structure
 * would change, so that `npm run openapi:diff` still shows the change.
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { files, withheld } from "./Generated.ts"

const notWritten = withheld()

for (const [path, content] of Object.entries(files())) {
  if (!notWritten.has(path)) writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), content)
}

for (const path of notWritten) {
  console.error(`${path} was not written: the structure of a released version has changed. Run npm run openapi:diff.`)
  process.exitCode = 1
}
