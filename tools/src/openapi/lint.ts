/** `npm run openapi:lint`: prints the linters' findings in each document, and fails if there are any. */
import * as Documents from "./Documents.ts"
import { lint } from "./Linters.ts"

for (const [name, document] of Documents.all()) {
  const found = await lint(document)
  console.log(`${name}: ${found.length === 0 ? "clean" : `${found.length} findings`}`)
  for (const line of found) console.error(`  ${line}`)
  if (found.length > 0) process.exitCode = 1
}
