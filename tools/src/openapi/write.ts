/** `npm run openapi`: writes every OpenAPI document, with its descriptions and examples, to `dist/openapi`. */
import { mkdirSync, writeFileSync } from "node:fs"
import * as Documents from "./Documents.ts"

const folder = Documents.repositoryPath("dist/openapi")
mkdirSync(folder, { recursive: true })
for (const [name, document] of Documents.allDocuments())
  writeFileSync(`${folder}/${name}.json`, Documents.formatDocument(document))
