/** `npm run openapi:lint`: what the linters find in the document of each version, and in that of connectors. */
import * as ConnectorDocument from "./ConnectorDocument.ts"
import * as Documents from "./Documents.ts"
import { lint } from "./Linters.ts"

const documents = [
  ...Documents.versions.map((version) => ({ name: version, document: Documents.current(version) })),
  { name: "connectors", document: ConnectorDocument.current }
]

for (const { document, name } of documents) {
  const found = await lint(document)
  console.log(`${name}: ${found.length === 0 ? "clean" : `${found.length} findings`}`)
  for (const line of found) console.error(`  ${line}`)
  if (found.length > 0) process.exitCode = 1
}
