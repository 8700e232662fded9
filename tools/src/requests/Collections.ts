/** The request collections in `examples`: for Postman and for Bruno, from the newest version's document. */
import type { JsonObject } from "../openapi/Json.ts"
import * as Bruno from "./Bruno.ts"
import { operationsIn } from "./Operations.ts"
import * as Postman from "./Postman.ts"
import { referenceOf } from "./Request.ts"
import { foldersOf } from "./Walkthrough.ts"

/** The Postman collection. */
export const postmanFile = "examples/postman/sheaf.postman_collection.json"

/** The folder of the Bruno collection. It has only generated files. */
export const brunoFolder = "examples/bruno"

const description = `Requests to a Sheaf sandbox, which you start with npm start.

Run the folder Walkthrough as a whole. Each request keeps the ids that the next requests need, and checks its response.
The folder Reference has a request for every operation, with the variables of the last walkthrough.

The sequence Webhooks needs a receiver at the address in the variable receiver:

    node -e "require('http').createServer((q, s) => { q.pipe(process.stdout); s.writeHead(204).end() }).listen(8092)"

The variables baseUrl and apiKey are those of the sandbox. npm run generate writes this collection from the published OpenAPI
document.`

/** Returns the content of each file by its path, relative to the repository root. */
export const files = (version: string, document: JsonObject): Readonly<Record<string, string>> => {
  const operations = operationsIn(document)
  const collection = {
    version,
    description,
    walkthrough: foldersOf(operations),
    reference: referenceOf(operations)
  }
  return {
    [postmanFile]: Postman.print(collection),
    ...Object.fromEntries(
      Object.entries(Bruno.files(collection)).map(([path, content]) => [`${brunoFolder}/${path}`, content])
    )
  }
}
