/**
 * `npm run generate`: writes the files of `docs` that are made from the code. The document of a version whose structure has
 * changed stays as it is, so that the change can still be seen and judged.
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { files, withheld } from "./Generated.ts"

const notWritten = withheld()

for (const [path, content] of Object.entries(files())) {
  if (!notWritten.has(path)) writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), content)
}

for (const path of notWritten) {
  console.error(`${path} is not written: the structure of a released version has changed. See npm run openapi:diff.`)
  process.exitCode = 1
}
