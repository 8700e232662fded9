/** A version's reference as HTML, from its OpenAPI document: an overview, a page for each group, and the models. */
import { ProblemCode } from "@sheaf/http-contract"
import { parse } from "marked"
import { listOf, objectAt, objectOf } from "../openapi/Json.ts"
import type { JsonObject } from "../openapi/Json.ts"
import * as CodeExamples from "./CodeExamples.ts"
import * as ModelPages from "./ModelPages.ts"
import * as RequestExamples from "./RequestExamples.ts"
import { isDeprecated, resolve, SchemaHtml, shortListHtml, summaryHtml, textHtml } from "./SchemaHtml.ts"
import { escapeHtml, headingHtml } from "./Site.ts"
import type { Page, Section } from "./Site.ts"

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly declared: JsonObject
}

interface Group {
  readonly title: string
  readonly description: string
  readonly address: string
  readonly operations: ReadonlyArray<Operation>
}

const slugOf = (title: string): string => title.toLowerCase().replaceAll(" ", "-")

/** Puts what creates an object before what lists or reads it, because readers need it first. */
const operationsIn = (document: JsonObject, tag: string): ReadonlyArray<Operation> =>
  Object.entries(objectOf(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods))
      .toSorted(([one], [other]) => Number(other === "post") - Number(one === "post"))
      .flatMap(([method, value]) => {
        const declared = objectOf(value)
        return listOf(declared["tags"]).includes(tag)
          ? [{ id: String(declared["operationId"]), method, path, summary: String(declared["summary"]), declared }]
          : []
      })
  )

const groupsOf = (document: JsonObject, root: string): ReadonlyArray<Group> =>
  listOf(document["tags"]).map((value) => {
    const { description, name } = objectOf(value)
    const title = String(name)
    return {
      title,
      description: String(description),
      address: `${root}/${slugOf(title)}`,
      operations: operationsIn(document, title)
    }
  })

/** Returns a method and a path that can wrap before each slash. */
const endpointHtml = ({ method, path }: Operation): string =>
  `<span class="method method--${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path).replaceAll(/(?<=.)\//g, "<wbr>/")}</code>`

/** Returns the list of a group's operations by method and path, for readers who know what they want to call. */
const endpointsHtml = (operations: ReadonlyArray<Operation>): string => {
  const links = operations.map((one) => `<li><a href="#${one.id}">${endpointHtml(one)}</a></li>`)
  return `<nav class="endpoints" aria-label="Endpoints"><ul class="endpoints__list">${links.join("\n")}</ul></nav>`
}

/** The members of a response are collapsed if there are more than this. */
const maxUnfolded = 4

/** Returns all examples in a document. */
const examplesIn = (document: JsonObject): ReadonlyArray<unknown> =>
  Object.values(objectOf(document["paths"]))
    .flatMap((methods) => Object.values(objectOf(methods)))
    .flatMap((operation) => [objectOf(operation)["requestBody"], ...Object.values(objectAt(operation, "responses"))])
    .map((content) => RequestExamples.firstExample(document, resolve(document, content)["content"]))

const credentialsHtml = (
  { needsKey, needsToken }: RequestExamples.RequestExample,
  security: ReadonlyArray<unknown>
): string => {
  if (!needsKey && !needsToken) return "Needs no credentials."
  if (needsKey && needsToken) return "Needs an API key and a user’s token."
  if (needsToken) return "Needs a user’s token."
  return security.length > 1 ? "Needs an API key. A user’s token limits it to that user." : "Needs an API key."
}

const codesIn = (text: unknown): ReadonlyArray<ProblemCode.ProblemCode> =>
  ProblemCode.all.filter((code) => String(text).includes(`\`${code}\``))

const errorsHtml = (document: JsonObject, responses: JsonObject): string => {
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  if (failures.length === 0) return ""
  const rows = failures.map(([status, value]) => {
    const links = codesIn(resolve(document, value)["description"]).map(
      (code) => `<a href="/problems/${ProblemCode.slugOf(code)}"><code>${code}</code></a>`
    )
    return `<dt>${status}</dt><dd>${links.join(" ")}</dd>`
  })
  const statuses = failures.map(([status]) => status).join(" · ")
  return `<details class="failures">${summaryHtml("Errors", statuses)}<dl class="facts">${rows.join("\n")}</dl></details>`
}

/** Returns the title of a text in Markdown. */
const titleOf = (text: string): string => /^## (.+)$/m.exec(text)?.[1] ?? ""

/** Returns the sections of the API's description, each as a block with its heading. */
const rulesHtml = (rules: string): string => {
  const [, ...parts] = rules.split(/^(?=### )/m)
  const title = titleOf(rules)
  const blocks = parts.map((part) => {
    const [heading = "", ...text] = part.split("\n")
    const name = heading.replace("### ", "")
    return `<section>${headingHtml(3, slugOf(name).replaceAll(",", ""), name)}${parse(text.join("\n"), { async: false })}</section>\n`
  })
  return `${headingHtml(2, slugOf(title), title)}<div class="rules">\n${blocks.join("")}</div>\n`
}

/** The operations that a client calls first, by their titles in all versions. */
const firstCalls = [
  "Start a collection",
  "Start an insurance collection",
  "Get a collection's status",
  "Get an insurance collection's status",
  "Get collected insurance data"
]

/** The overview's cards in groups, each by a page's title. The sandbox's card is omitted if the service has no sandbox. */
const overview: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Collect once": ["Companies", "Collections", "Insurance collections", "Wealth collections", "Collected data"],
  "Keep access": ["Users", "Consents", "Connect sessions", "Monitors"],
  "Learn of changes": ["Events", "Webhook endpoints"],
  "Everything else": ["Sandbox", "System", "Return from the bank", "Models"]
}

const firstRequest = { path: "/companies/availability", market: "se" }

class Reference {
  readonly #document: JsonObject
  readonly #schemas: SchemaHtml
  readonly #root: string
  readonly #values: ReadonlyMap<string, string>

  constructor(document: JsonObject, root: string) {
    this.#document = document
    this.#root = root
    this.#schemas = new SchemaHtml(document, ModelPages.indexOf(root))
    this.#values = RequestExamples.namedValuesIn(examplesIn(document))
  }

  #parametersHtml({ declared }: Operation): string {
    const parameters = listOf(declared["parameters"])
      .map((value) => resolve(this.#document, value))
      .filter(({ name }) => name !== "Service-Version")
      .toSorted((one, other) => Number(isDeprecated(one)) - Number(isDeprecated(other)))
    if (parameters.length === 0) return ""
    const items = parameters.map((parameter) => {
      const { description, name } = parameter
      const schema = objectOf(parameter["schema"])
      return this.#schemas.member(
        String(name),
        { ...schema, deprecated: isDeprecated(parameter), ...(description !== undefined && { description }) },
        parameter["required"] === true,
        { place: String(parameter["in"]) }
      )
    })
    const optional = parameters.length === 1 ? "optional" : "all optional"
    const isRequired = parameters.some(({ required }) => required === true)
    const note = isRequired ? "" : ` <small class="optional">${optional}</small>`
    return `<h3>Parameters${note}</h3>\n${shortListHtml(items)}`
  }

  #bodyHtml({ declared }: Operation): string {
    const body = resolve(this.#document, declared["requestBody"])
    const schema = objectAt(body, "content", "application/json")["schema"]
    return schema === undefined ? "" : `<h3>Body</h3>\n${this.#schemas.members(schema, 0, shortListHtml)}`
  }

  #responsesHtml(responses: JsonObject): string {
    const parts = Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, value]) => {
        const response = resolve(this.#document, value)
        const schema = objectAt(response, "content", "application/json")["schema"]
        return `<p><code>${status}</code> ${textHtml(response["description"])}</p>\n${schema === undefined ? "" : this.#contentHtml(schema)}`
      })
    return `<h3>Response</h3>\n<div class="response">${parts.join("\n")}</div>`
  }

  /**
   * Returns the content of a response. If it has many members, they are collapsed, because an example shows them too.
   */
  #contentHtml(schema: unknown): string {
    const members = this.#schemas.members(schema)
    const count = this.#schemas.countOf(schema)
    if (count === 0) return members
    const type = this.#schemas.typeOf(schema).replaceAll(/<\/?a[^>]*>/g, "")
    const title = type.charAt(0).toUpperCase() + type.slice(1)
    const summary = summaryHtml(title, `${count} ${count === 1 ? "member" : "members"}`)
    return `<details class="parts"${count > maxUnfolded ? "" : " open"}>${summary}${members}</details>`
  }

  /** Returns the bodies that a request can have instead of the one in the samples. */
  #furtherBodiesHtml({ declared }: Operation): string {
    const bodies = RequestExamples.furtherBodies(this.#document, declared)
    const figures = bodies.map(([title, body]) => {
      const code = CodeExamples.formatJson(JSON.stringify(body), CodeExamples.jsonWidths.column)
      return `<p class="caption">${title}</p>\n${CodeExamples.figureHtml({ language: "json", code }, `Body: ${title}`)}`
    })
    const titles = bodies.map(([title]) => title).join(", ")
    return figures.length === 0
      ? ""
      : `<details class="bodies">${summaryHtml("Other bodies", titles)}<div>${figures.join("")}</div></details>\n`
  }

  #exampleHtml(responses: JsonObject): string {
    const [first] = Object.entries(responses).flatMap(([status, value]) => {
      const example = RequestExamples.firstExample(this.#document, resolve(this.#document, value)["content"])
      return Number(status) < 400 && example !== undefined ? [[status, example] as const] : []
    })
    if (first === undefined) return ""
    const [status, example] = first
    const code = CodeExamples.formatJson(JSON.stringify(example), CodeExamples.jsonWidths.column)
    const figure = CodeExamples.figureHtml({ language: "json", code }, "Response")
    return `<p class="caption">Response <code>${status}</code></p>\n${figure}`
  }

  #operationHtml(operation: Operation): string {
    const { declared, id, method, path, summary } = operation
    const request = RequestExamples.requestOf(this.#document, method, path, declared, this.#values)
    const responses = objectOf(declared["responses"])
    const security = listOf(declared["security"] ?? this.#document["security"])
    return `<section class="operation" data-request="${escapeHtml(JSON.stringify(request))}">
<div class="operation__text">
${headingHtml(2, id, textHtml(summary))}<p class="endpoint">${endpointHtml(operation)}</p>
${parse(String(declared["description"] ?? ""), { async: false })}<p class="needs">${credentialsHtml(request, security)}</p>
</div>
<div class="operation__code">
<p class="caption">Request</p>
${CodeExamples.tabsHtml(RequestExamples.examplesOf(request))}${this.#furtherBodiesHtml(operation)}${this.#exampleHtml(responses)}</div>
<div class="operation__members">
${this.#parametersHtml(operation)}
${this.#bodyHtml(operation)}
${this.#responsesHtml(responses)}
${errorsHtml(this.#document, responses)}
</div>
</section>\n`
  }

  groupPage({ address, description, operations, title }: Group): Page {
    return {
      address,
      title: `${title} – Sheaf API`,
      body: `<div class="group"><h1>${title}</h1>\n<p class="lead">${textHtml(description)}</p>\n${endpointsHtml(operations)}</div>\n${operations.map((one) => this.#operationHtml(one)).join("")}`,
      contents: operations.map(({ id, summary }) => ({ href: `#${id}`, title: textHtml(summary), isPart: false }))
    }
  }

  #beginningHtml(version: string): string {
    const { market, path } = firstRequest
    const request = RequestExamples.requestOf(
      this.#document,
      "get",
      path,
      objectAt(this.#document, "paths", path, "get")
    )
    const parameters = [
      { name: "market", in: "query", required: true, example: market },
      { name: "Service-Version", in: "header", required: true, example: version }
    ]
    const examples = RequestExamples.examplesOf({ ...request, parameters }).map((example) =>
      example.language === "sh" ? { ...example, get: `${path}?market=${market}` } : example
    )
    return `<dl class="facts">
<dt>Base URL</dt><dd><code>${RequestExamples.base}</code></dd>
<dt>API key</dt><dd><code>Authorization-token: sheaf-demo</code> in the sandbox, elsewhere your own key</dd>
<dt>Version</dt><dd><code>Service-Version: ${version}</code></dd>
</dl>
${CodeExamples.tabsHtml(examples)}`
  }

  overviewPage(version: string, groups: ReadonlyArray<Group>): Page {
    const description = String(objectAt(this.#document, "info")["description"])
    const [beginning = "", ...rules] = description.split(/^(?=## )/m)
    const models = { title: "Models", address: ModelPages.indexOf(this.#root), description: ModelPages.summary }
    const calls = groups.flatMap((group) =>
      group.operations
        .filter(({ summary }) => firstCalls.includes(summary))
        .map(
          (one) =>
            `<li><a href="${group.address}#${one.id}">${textHtml(one.summary)}</a><p>${endpointHtml(one)}</p></li>\n`
        )
    )
    const places = [...groups, models]
    const titles = ["First calls", ...Object.keys(overview), titleOf(rules.join(""))]
    const lists = Object.entries(overview).map(([title, names]) => {
      const cards = names
        .flatMap((name) => places.find((place) => place.title === name) ?? [])
        .map(
          ({ address, description, title }) =>
            `<li><a href="${address}">${title}</a><p>${textHtml(description)}</p></li>\n`
        )
      return `<section>${headingHtml(2, slugOf(title), title)}<ul class="rows">\n${cards.join("")}</ul></section>\n`
    })
    return {
      address: this.#root,
      title: `API ${version} – Sheaf`,
      body: `<h1>API reference</h1>\n${parse(beginning, { async: false })}${this.#beginningHtml(version)}${headingHtml(2, slugOf("First calls"), "First calls")}<ol class="rows rows--steps">\n${calls.join("")}</ol>\n<div class="columns">\n${lists.join("")}</div>\n${rulesHtml(rules.join(""))}`,
      contents: titles.map((title) => ({ href: `#${slugOf(title)}`, title, isPart: false }))
    }
  }
}

/** `versions` are all supported versions, newest last. `exampleOf` returns a model's example, if it has one. */
export const sectionOf = (
  version: string,
  document: JsonObject,
  versions: ReadonlyArray<string>,
  exampleOf: ModelPages.ExampleOf
): Section => {
  const root = `/docs/${version}`
  const reference = new Reference(document, root)
  const groups = groupsOf(document, root)
  // Of several operations with one path, the first one has the last word.
  const operations = groups
    .flatMap(({ address, operations }) => operations.map(({ id, path }) => [path, `${address}#${id}`] as const))
    .toReversed()
  return {
    name: version,
    operations: Object.fromEntries(operations),
    groups: [
      {
        title: `Version ${version}`,
        links: [
          { href: root, title: "Overview" },
          ...groups.map(({ address, title }) => ({ href: address, title })),
          { href: ModelPages.indexOf(root), title: "Models" }
        ]
      },
      {
        title: "More",
        links: [
          { href: `/openapi/${version}.json`, title: "OpenAPI document" },
          ...versions
            .filter((one) => one !== version)
            .map((one) => ({ href: `/docs/${one}`, title: `Version ${one}` })),
          { href: "/docs/guides/errors", title: "Errors" }
        ]
      }
    ],
    pages: [
      reference.overviewPage(version, groups),
      ...groups.map((group) => reference.groupPage(group)),
      ...ModelPages.pagesOf(document, root, exampleOf)
    ]
  }
}
