/**
 * The operations, requests and responses of a published document, with shared parts expanded. An independent JSON
 * Schema validator checks values against them (OpenAPI 3.1, JSON Schema 2020-12).
 */
// oxlint-disable-next-line no-restricted-imports -- The package exports the 2020-12 dialect only from this path.
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormatsModule from "ajv-formats"

interface Header {
  readonly required?: boolean
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

interface Response extends Body {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema?: { readonly type?: unknown }
}

interface RawOperation {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Response>>
  readonly security?: ReadonlyArray<object>
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
}

export interface Operation {
  /** In upper case. */
  readonly method: string
  readonly template: string
  /** True if the operation belongs to no version and needs no credentials. */
  readonly isOpen: boolean
  readonly takesBody: boolean
  readonly query: ReadonlyArray<string>
  /** True if one documented parameter stands for all query parameters. */
  readonly takesAnyQuery: boolean
  readonly responses: Readonly<Record<string, Response>>
}

/** Header fields, with names in lower case. */
export interface HeaderReader {
  get(name: string): string | null | undefined
  keys(): Iterable<string>
}

export interface ObservedResponse {
  readonly status: number
  readonly headers: HeaderReader
  readonly body: Uint8Array
}

/** General HTTP header fields, which are not declared in OpenAPI documents. */
const ofTheMessage = [
  ["content-type", "content-length", "content-encoding", "content-security-policy", "cache-control"],
  ["cross-origin-opener-policy", "cross-origin-resource-policy", "referrer-policy", "strict-transport-security"],
  "x-content-type-options",
  ["date", "vary", "connection", "keep-alive", "transfer-encoding"]
].flat()

const fragment = (steps: ReadonlyArray<string>): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")

const pathMatcher = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{[^}]+\}/g, "[^/]*")}$`)

const decoder = new TextDecoder()

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export const problemCodeOf = (body: Uint8Array): string | undefined => {
  const value = parse(decoder.decode(body))?.value
  return typeof value === "object" && value !== null && "code" in value ? String(value.code) : undefined
}

export class PublishedDocument {
  readonly #text: string
  readonly #validator = new Ajv2020({ strict: true, allErrors: false, messages: true })
  /**
   * Compiled validators by the path of their schema in the document. They are cached, because finding a schema takes
   * longer than the validation itself.
   */
  readonly #compiled = new Map<string, ReturnType<Ajv2020["getSchema"]>>()
  readonly #matchers: ReadonlyArray<readonly [RegExp, Operation]>

  constructor(document: OpenApiDocument) {
    this.#text = JSON.stringify(document)
    // The package is CommonJS, so its exports are one level deeper in an ES module.
    addFormatsModule.default(this.#validator)
    // OpenAPI keywords that are not part of JSON Schema.
    const around = [
      "openapi",
      "info",
      "servers",
      "tags",
      "security",
      "paths",
      "webhooks",
      "components",
      "discriminator"
    ]
    this.#validator.addVocabulary(around)
    this.#validator.addSchema(document, "document")
    const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.#read(template, method, operation))
    )
    // Literal paths precede paths with parameters.
    this.#matchers = operations
      .toSorted((one, other) => one.template.split("{").length - other.template.split("{").length)
      .map((operation) => [pathMatcher(operation.template), operation])
  }

  #read(template: string, method: string, raw: RawOperation): Operation {
    const { parameters = [], requestBody, responses, security = [] } = raw
    return {
      method: method.toUpperCase(),
      template,
      isOpen: security.length === 0,
      takesBody: requestBody !== undefined,
      query: parameters.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])),
      takesAnyQuery: parameters.some((parameter) => parameter.in === "query" && parameter.schema?.type === "object"),
      responses
    }
  }

  /** Finds the operation for a method and a path without a query. For HEAD, returns the GET operation. */
  find(method: string, path: string): Operation | undefined {
    const asked = method === "HEAD" ? "GET" : method
    return this.#matchers.find(([matcher, operation]) => operation.method === asked && matcher.test(path))?.[1]
  }

  /** Returns true if the document contains the text. Such a text is public and therefore not a secret. */
  mentions(text: string): boolean {
    return this.#text.includes(JSON.stringify(text).slice(1, -1))
  }

  #fault(steps: ReadonlyArray<string>, value: unknown): string | undefined {
    const place = steps.join(" ")
    const validate = this.#compiled.get(place) ?? this.#validator.getSchema(`document#${fragment(steps)}`)
    if (validate === undefined) throw new Error(`the document has no ${place}`)
    this.#compiled.set(place, validate)
    if (validate(value) === true) return undefined
    const [first] = validate.errors ?? []
    return `${first?.instancePath ?? ""} ${first?.message ?? "does not fit"}`
  }

  #headerViolations(
    at: ReadonlyArray<string>,
    documented: Response,
    { headers, status }: ObservedResponse
  ): Array<string> {
    const all = documented.headers ?? {}
    const violations = Object.entries(all).flatMap(([name, header]) => {
      const value = headers.get(name.toLowerCase()) ?? undefined
      if (value === undefined) return header.required === true ? [`${status} lacks the header ${name}`] : []
      const fault = this.#fault([...at, "headers", name, "schema"], value)
      return fault === undefined ? [] : [`the header ${name} of ${status}: ${fault}`]
    })
    const known = new Set(Object.keys(all).map((name) => name.toLowerCase()))
    const strange = Array.from(headers.keys()).filter((name) => !known.has(name) && !ofTheMessage.includes(name))
    return [...violations, ...strange.map((name) => `the header ${name} of ${status} is not documented`)]
  }

  #bodyViolations(at: ReadonlyArray<string>, documented: Response, answer: ObservedResponse): ReadonlyArray<string> {
    const { body, headers, status } = answer
    const { content = {}, description } = documented
    const contentType = headers.get("content-type") ?? undefined
    if (contentType === undefined || body.length === 0) {
      return body.length > 0 || Object.keys(content).length > 0 ? [`${status} is documented with a body`] : []
    }
    if (!(contentType in content)) return [`${status} is not documented as ${contentType}`]
    if (!contentType.endsWith("json")) return []
    const parsed = parse(decoder.decode(body))
    if (parsed === undefined) return [`the body of ${status} is not JSON`]
    const fault = this.#fault([...at, "content", contentType, "schema"], parsed.value)
    const code = problemCodeOf(body)
    // If a problem has a code, the document must list it.
    const isStrange = status >= 400 && code !== undefined && !description.includes(`\`${code}\``)
    return [
      ...(fault === undefined ? [] : [`the body of ${status}: ${fault}`]),
      ...(isStrange ? [`${status} is not documented with ${code}`] : [])
    ]
  }

  violations(operation: Operation, method: string, answer: ObservedResponse): ReadonlyArray<string> {
    const { responses, template } = operation
    const documented = responses[String(answer.status)]
    if (documented === undefined) {
      const code = problemCodeOf(answer.body)
      return [`${answer.status}${code === undefined ? "" : ` ${code}`} is not documented`]
    }
    const at = ["paths", template, operation.method.toLowerCase(), "responses", String(answer.status)]
    return [
      ...this.#headerViolations(at, documented, answer),
      ...(method === "HEAD" ? [] : this.#bodyViolations(at, documented, answer))
    ]
  }

  refusal({ method, template }: Pick<Operation, "method" | "template">, body: string): string | undefined {
    // The service ignores byte order marks, as RFC 8259 §8.1 allows.
    const parsed = parse(body.replace(/^\ufeff/, ""))
    if (parsed === undefined) return "it is not JSON"
    const at = ["paths", template, method.toLowerCase(), "requestBody", "content", "application/json", "schema"]
    return this.#fault(at, parsed.value)
  }
}
