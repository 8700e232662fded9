/** The models of a version as HTML, from its OpenAPI document: an index by letter, and a page for each model. */
import { isObject, objectAt, objectOf } from "../openapi/Json.ts"
import type { JsonObject } from "../openapi/Json.ts"
import * as CodeExamples from "./CodeExamples.ts"
import { blocksHtml, SchemaHtml, textHtml } from "./SchemaHtml.ts"
import { breakable } from "./Site.ts"
import type { Page } from "./Site.ts"

/** Returns a model's example, if it has one. */
export type ExampleOf = (model: string) => unknown

export const summary = "All objects and values of this version."

/** `root` is the address of the version's reference. */
export const indexOf = (root: string): string => `${root}/models`

const exampleHtml = (example: unknown): string => {
  if (!isObject(example)) return ""
  const code = CodeExamples.formatJson(JSON.stringify(example))
  return `<h2>Example</h2>\n${CodeExamples.figureHtml({ language: "json", code }, "Example")}`
}

const pageOf = (name: string, schema: JsonObject, schemas: SchemaHtml, example: unknown): Omit<Page, "parent"> => {
  const type = isObject(schema["properties"]) ? "" : `<p class="needs">${schemas.typeOf(schema)}</p>\n`
  const [first, ...rest] = String(schema["description"] ?? "").split("\n")
  const members = schemas.members(schema, Infinity)
  return {
    address: schemas.addressOf(name),
    title: `${name} – Sheaf API`,
    body: `<h1>${breakable(name)}</h1>\n<p class="lead">${textHtml(first)}</p>
${type}${blocksHtml(rest.join("\n"))}${members}${exampleHtml(example)}`,
    contents: []
  }
}

export const pagesOf = (document: JsonObject, root: string, exampleOf: ExampleOf): ReadonlyArray<Page> => {
  const address = indexOf(root)
  const schemas = new SchemaHtml(document, address)
  const models = Object.entries(objectAt(document, "components", "schemas")).toSorted(([one], [other]) =>
    one < other ? -1 : 1
  )
  const parts = [...Map.groupBy(models, ([name]) => name.charAt(0).toUpperCase())].map(([letter, all]) => {
    const links = all.map(([name]) => `<li><a href="${schemas.addressOf(name)}">${breakable(name)}</a></li>`)
    return `<section><h2>${letter}</h2><ul class="models__names">${links.join("")}</ul></section>\n`
  })
  const index: Page = {
    address,
    title: "Models – Sheaf API",
    body: `<h1>Models</h1>\n<p class="lead">${summary}</p>\n<div class="models">${parts.join("")}</div>`,
    contents: []
  }
  const pages = models.map(([name, schema]) => ({
    ...pageOf(name, objectOf(schema), schemas, exampleOf(name)),
    parent: address
  }))
  return [index, ...pages]
}
