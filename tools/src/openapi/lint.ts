/** `npm run openapi:lint`: prints the linters' findings in each document, and fails if there are any. */
import { bankOpenApi } from "@sheaf/adapters-sandbox/tables"
import * as Documents from "./Documents.ts"
import { lint } from "./Linters.ts"

const documents = [
  ...Documents.names.map((name) => [name, Documents.current(name)] as const),
  ["nextgenpsd2", bankOpenApi()] as const
]

for (const [name, document] of documents) {
  const found = await lint(document)
  console.log(`${name}: ${found.length === 0 ? "clean" : `${found.length} findings`}`)
  for (const line of found) console.error(`  ${line}`)
  if (found.length > 0) process.exitCode = 1
}
