/** `npm run openapi:lint`: what the linters find in the document of each version. */
import * as Documents from "./Documents.ts"
import { lint } from "./Linters.ts"

for (const version of Documents.versions) {
  const found = await lint(Documents.current(version))
  console.log(`${version}: ${found.length === 0 ? "clean" : `${found.length} findings`}`)
  for (const line of found) console.error(`  ${line}`)
  if (found.length > 0) process.exitCode = 1
}
