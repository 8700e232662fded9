/**
 * `npm run generate`: writes the generated files. It leaves an OpenAPI document unchanged if its promised structure
 * would change, so that `npm run openapi:diff` still shows the change.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { files, superfluous, withheld } from "./Generated.ts"
import { locationOf } from "./openapi/Documents.ts"

const notWritten = withheld()
const generated = files()

for (const [path, content] of Object.entries(generated)) {
  if (notWritten.has(path)) continue
  mkdirSync(dirname(locationOf(path)), { recursive: true })
  writeFileSync(locationOf(path), content)
}

for (const path of superfluous(generated)) rmSync(locationOf(path))

for (const path of notWritten) {
  console.error(`${path} was not written: the structure of a released version has changed. Run npm run openapi:diff.`)
  process.exitCode = 1
}
