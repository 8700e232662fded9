/** The request collections for Postman and Bruno. `npm run requests:check` runs them. */
import { assert, describe, it } from "vitest"
import { isObject, listOf, objectAt, objectOf } from "../../src/openapi/Json.ts"
import * as Collections from "../../src/requests/Collections.ts"
import { operationsIn } from "../../src/requests/Operations.ts"
import type { RequestFile } from "../../src/requests/Request.ts"
import { sandbox } from "../../src/requests/Request.ts"
import { foldersOf } from "../../src/requests/Walkthrough.ts"
import * as Documents from "../../src/openapi/Documents.ts"

const document = Documents.current("2026-04-01")
const operations = operationsIn(document)
const files = Collections.files("2026-04-01", document)

/** Returns all requests in a folder of the Postman collection, with their folders' names. */
const itemsIn = (item: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const inside = listOf(objectOf(item)["item"])
  return inside.length === 0 && isObject(item) ? [item] : inside.flatMap(itemsIn)
}

describe("both collections", () => {
  const postman: unknown = JSON.parse(files[Collections.postmanFile] ?? "")
  const [, reference] = listOf(objectOf(postman)["item"])
  const bruno = Object.entries(files).filter(([path]) => path.startsWith(`${Collections.brunoFolder}/reference/`))

  it.each(operations.map(({ id, method, path }) => ({ id, method, url: `{{baseUrl}}${path}` })))(
    "have a request for $id",
    ({ method, url }) => {
      const requests = itemsIn(reference).map((item) => objectAt(item, "request"))
      const found = requests.filter(
        (request) => request["method"] === method && String(objectAt(request, "url")["raw"]).split("?")[0] === url
      )
      assert.isNotEmpty(found)
      const written = bruno.filter(([, text]) => text.includes(`\n${method.toLowerCase()} {\n  url: ${url}`))
      assert.isNotEmpty(written)
    }
  )
})

/** Returns the names of the variables in a value. */
const usedIn = (value: unknown): ReadonlyArray<string> =>
  Array.from(JSON.stringify(value).matchAll(/\{\{(\w+)\}\}/g), ([, name = ""]) => name)

const keptBy = ({ checks = [] }: RequestFile): ReadonlyArray<string> =>
  Array.from(checks.join("\n").matchAll(/\bset\('(\w+)'/g), ([, name = ""]) => name)

describe("a walkthrough", () => {
  it.each(foldersOf(operations))("of $name uses only what its earlier requests have kept", ({ requests }) => {
    const known = new Set(Object.keys(sandbox))
    for (const request of requests) {
      const token = request.credential === "token" ? ["token"] : []
      const used = usedIn([request.path, request.query, request.headers, request.body ?? null])
      assert.includeMembers([...known], [...used, ...token], request.name)
      for (const name of keptBy(request)) known.add(name)
    }
  })

  it("cannot have an operation that the document lacks", () => {
    assert.throws(() => foldersOf(operations.slice(1)), "the document has no operation listCompanyAvailability")
  })
})
