/** `npm run generate`: writes the files of `docs` that are made from the code. */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { files } from "./Generated.ts"

for (const [path, content] of Object.entries(files())) {
  writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), content)
}
