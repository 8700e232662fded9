/**
 * A published document, read as a stranger reads it: which operations there are, what they take, and what they answer.
 * What is answered is held to it by a JSON Schema validator that knows nothing of the service.
 */
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormatsModule from "ajv-formats"
import type { Named, Schema } from "./Schema.ts"
import type { Answer } from "./Wire.ts"

export interface Parameter {
  readonly name: string
  readonly in: "header" | "path" | "query"
  readonly required?: boolean
  readonly schema: Schema
  readonly explode?: boolean
}

interface Reference {
  readonly $ref: string
}

interface Header {
  readonly required?: boolean
  readonly schema: Schema
}

interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Readonly<Record<string, object>>
}

interface RawOperation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter | Reference>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, Response>>
  readonly security?: ReadonlyArray<object>
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: {
    readonly schemas: Named
    readonly headers?: Readonly<Record<string, Header>>
    readonly parameters?: Readonly<Record<string, Parameter>>
  }
}

export interface Operation {
  readonly id: string
  /** In capitals. */
  readonly method: string
  readonly template: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The schema of its body, when it takes one. */
  readonly body?: Schema
  readonly responses: Readonly<Record<string, Response>>
  /** Anybody may call it. */
  readonly isOpen: boolean
}

/** What the server says of the message itself, which no document lists. */
const ofTheMessage = [
  ["content-type", "content-length", "content-security-policy"],
  ["date", "connection", "keep-alive", "transfer-encoding"]
].flat()

const json = "application/json"

const nameOf = ({ $ref }: Reference): string => $ref.split("/").at(-1) ?? ""

const fragment = (steps: ReadonlyArray<string>): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")

const pathMatcher = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{[^}]+\}/g, "[^/]*")}$`)

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The member `code` of a problem. */
export const codeOf = (body: Buffer): string | undefined => {
  const value = parse(body.toString())?.value
  return typeof value === "object" && value !== null && "code" in value ? String(value.code) : undefined
}

export class Published {
  readonly version: string
  readonly schemas: Named
  readonly operations: ReadonlyArray<Operation>
  readonly #document: Document
  /** The whole document as it is written. */
  readonly #text: string
  readonly #validator = new Ajv2020({ strict: true, allErrors: false, messages: true })
  readonly #matchers: ReadonlyArray<readonly [RegExp, Operation]>

  constructor(version: string, document: Document) {
    this.version = version
    this.#document = document
    this.#text = JSON.stringify(document)
    this.schemas = document.components.schemas
    // The package is CommonJS: what it exports stands one level deeper for modules.
    addFormatsModule.default(this.#validator)
    // What an OpenAPI document has around and inside of its schemas, beyond JSON Schema.
    const around = ["openapi", "info", "servers", "tags", "security", "paths", "components", "discriminator"]
    this.#validator.addVocabulary(around)
    this.#validator.addSchema(document, version)
    this.operations = Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.#read(template, method, operation))
    )
    // A path that is spelt out goes before one with parameters.
    this.#matchers = this.operations
      .toSorted((one, other) => one.template.split("{").length - other.template.split("{").length)
      .map((operation) => [pathMatcher(operation.template), operation])
  }

  #read(template: string, method: string, raw: RawOperation): Operation {
    const { operationId, parameters = [], requestBody, responses, security = [] } = raw
    const body = requestBody?.content[json]?.schema
    return {
      id: operationId,
      method: method.toUpperCase(),
      template,
      parameters: parameters.map((parameter) => this.#parameter(parameter)),
      ...(body !== undefined && { body }),
      responses,
      isOpen: security.length === 0
    }
  }

  #parameter(parameter: Parameter | Reference): Parameter {
    if (!("$ref" in parameter)) return parameter
    const found = this.#document.components.parameters?.[nameOf(parameter)]
    if (found === undefined) throw new Error(`there is no parameter ${parameter.$ref}`)
    return found
  }

  /** The operation at a path without its query. `HEAD` is answered by `GET`. */
  find(method: string, path: string): Operation | undefined {
    const asked = method === "HEAD" ? "GET" : method
    return this.#matchers.find(([matcher, operation]) => operation.method === asked && matcher.test(path))?.[1]
  }

  /** Whether the document itself says a text: then it is nobody's secret. */
  mentions(text: string): boolean {
    return this.#text.includes(JSON.stringify(text).slice(1, -1))
  }

  /** What is wrong with a value, by the schema at a place of the document; nothing when all is well. */
  #errors(steps: ReadonlyArray<string>, value: unknown): string | undefined {
    const validate = this.#validator.getSchema(`${this.version}#${fragment(steps)}`)
    if (validate === undefined) throw new Error(`there is no ${steps.join(" ")} in ${this.version}`)
    if (validate(value) === true) return undefined
    const [first] = validate.errors ?? []
    return `${first?.instancePath ?? ""} ${first?.message ?? "does not fit"}`
  }

  #headerViolations(at: ReadonlyArray<string>, documented: Response, { headers, status }: Answer): Array<string> {
    const all = documented.headers ?? {}
    const violations = Object.entries(all).flatMap(([name, header]) => {
      const isNamed = "$ref" in header
      const found = isNamed ? this.#document.components.headers?.[nameOf(header)] : header
      const value = headers.get(name.toLowerCase())
      if (value === undefined) return found?.required === true ? [`${status} lacks the header ${name}`] : []
      const steps = isNamed ? ["components", "headers", nameOf(header)] : [...at, "headers", name]
      const wrong = this.#errors([...steps, "schema"], value)
      return wrong === undefined ? [] : [`the header ${name} of ${status}: ${wrong}`]
    })
    const known = new Set(Object.keys(all).map((name) => name.toLowerCase()))
    const strange = [...headers.keys()].filter((name) => !known.has(name) && !ofTheMessage.includes(name))
    return [...violations, ...strange.map((name) => `the header ${name} of ${status} is not documented`)]
  }

  #bodyViolations(at: ReadonlyArray<string>, documented: Response, answer: Answer): ReadonlyArray<string> {
    const { body, headers, status } = answer
    const { content = {}, description } = documented
    const contentType = headers.get("content-type")
    if (contentType === undefined || body.length === 0) {
      return body.length > 0 || Object.keys(content).length > 0 ? [`${status} is documented with a body`] : []
    }
    if (!(contentType in content)) return [`${status} is not documented as ${contentType}`]
    if (!contentType.endsWith("json")) return []
    const parsed = parse(body.toString())
    if (parsed === undefined) return [`the body of ${status} is no JSON`]
    const wrong = this.#errors([...at, "content", contentType, "schema"], parsed.value)
    const code = codeOf(body)
    const isStrange = status >= 400 && code !== undefined && !description.includes(`\`${code}\``)
    return [
      ...(wrong === undefined ? [] : [`the body of ${status}: ${wrong}`]),
      ...(isStrange ? [`${status} is not documented with ${code}`] : [])
    ]
  }

  /** How an answer differs from what the document says of the operation; a sentence each. */
  violations(operation: Operation, method: string, answer: Answer): ReadonlyArray<string> {
    const { responses, template } = operation
    const documented = responses[String(answer.status)]
    if (documented === undefined) {
      const code = codeOf(answer.body)
      return [`${answer.status}${code === undefined ? "" : ` ${code}`} is not documented`]
    }
    const at = ["paths", template, operation.method.toLowerCase(), "responses", String(answer.status)]
    return [
      ...this.#headerViolations(at, documented, answer),
      ...(method === "HEAD" ? [] : this.#bodyViolations(at, documented, answer))
    ]
  }

  /** Why the document says that the body is none of the operation's; nothing when it is. */
  refusal({ method, template }: Operation, body: string): string | undefined {
    // A byte order mark may be ignored (RFC 8259 §8.1), and is.
    const parsed = parse(body.replace(/^\ufeff/, ""))
    if (parsed === undefined) return "it is no JSON"
    const at = ["paths", template, method.toLowerCase(), "requestBody", "content", json, "schema"]
    return this.#errors(at, parsed.value)
  }
}
