/**
 * Holds every answer to the OpenAPI document that is published for its version, by a JSON Schema validator that knows
 * nothing of the service. The client of the tests asks it about each answer that it gets.
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Api20250101, Api20260401, SystemApi } from "@sheaf/http-contract"
// oxlint-disable-next-line no-restricted-imports -- The package publishes the dialect of 2020-12 at this path only.
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormatsModule from "ajv-formats"
import { OpenApi } from "effect/http-api"

/** One request and what came back. */
export interface Exchanged {
  readonly method: string
  readonly path: string
  readonly requestBody?: string
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

interface Header {
  readonly $ref?: string
  readonly required?: boolean
}

interface Body {
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
  >
}

interface Response extends Body {
  readonly description: string
  readonly headers: Readonly<Record<string, Header>>
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>
  readonly requestBody?: Body
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly headers: Readonly<Record<string, Header>>
    readonly schemas: Readonly<Record<string, { readonly examples?: ReadonlyArray<unknown> }>>
  }
}

/** As a client would read it: through JSON. */
const read = (document: object): Document => JSON.parse(JSON.stringify(document))

const documents: Record<ApiVersion.ApiVersion, Document> = {
  "2025-01-01": read(OpenApi.fromApi(Api20250101.addHttpApi(SystemApi))),
  "2026-04-01": read(OpenApi.fromApi(Api20260401.addHttpApi(SystemApi)))
}

// The package is CommonJS: what it exports stands one level deeper for modules.
const addFormats = addFormatsModule.default

const validator = new Ajv2020({ strict: true, allErrors: true })
addFormats(validator)
// What an OpenAPI document has around and inside of its schemas, beyond JSON Schema.
validator.addVocabulary(["openapi", "info", "servers", "tags", "security", "paths", "components", "discriminator"])
for (const version of ApiVersion.running) validator.addSchema(documents[version], version)

const fragment = (...steps: ReadonlyArray<string>): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")

const check = (version: ApiVersion.ApiVersion, steps: ReadonlyArray<string>, value: unknown, what: string): void => {
  const reference = `${version}#${fragment(...steps)}`
  const validate = validator.getSchema(reference)
  if (validate === undefined) throw new Error(`there is no ${reference}`)
  if (validate(value) !== true) throw new Error(`${what} breaks ${reference}: ${validator.errorsText(validate.errors)}`)
}

/** What the server says of the message itself, which no document lists. */
const ofTheMessage = ["content-type", "content-length", "content-security-policy"]

/** The codes of problems that need no operation: they are told where none was found. */
const beforeOperations = [
  "UNKNOWN_ROUTE",
  "METHOD_NOT_ALLOWED",
  "NOT_IN_THIS_VERSION",
  "UNSUPPORTED_VERSION",
  "MISSING_CREDENTIALS",
  "INVALID_API_KEY",
  "INTERNAL"
]

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{[^}]+\}/g, "[^/]*")}$`).test(path)

const find = (version: ApiVersion.ApiVersion, { method, path }: Exchanged) => {
  const [pathname = ""] = path.split("?")
  const key = method === "HEAD" ? "get" : method.toLowerCase()
  const templates = Object.keys(documents[version].paths).filter((template) => matches(template, pathname))
  // A path that is spelt out goes before one with parameters.
  const template = templates.find((candidate) => candidate === pathname) ?? templates[0]
  const operation = template === undefined ? undefined : documents[version].paths[template]?.[key]
  return template === undefined || operation === undefined ? undefined : { template, key, operation }
}

const codeOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "code" in body ? String(body.code) : "none"

const checkHeaders = (
  version: ApiVersion.ApiVersion,
  at: ReadonlyArray<string>,
  documented: Response["headers"],
  { headers, status }: Exchanged
): void => {
  for (const [name, header] of Object.entries(documented)) {
    const component = header.$ref?.split("/").at(-1)
    const { required } = component === undefined ? header : (documents[version].components.headers[component] ?? {})
    const value = headers.get(name)
    if (value === null && required === true) throw new Error(`${status} lacks the header ${name}`)
    const steps = component === undefined ? [...at, "headers", name] : ["components", "headers", component]
    if (value !== null) check(version, [...steps, "schema"], value, `the header ${name}`)
  }
  for (const name of headers.keys()) {
    if (!(name in documented || ofTheMessage.includes(name))) throw new Error(`the header ${name} is not documented`)
  }
}

const checkBody = (
  version: ApiVersion.ApiVersion,
  at: ReadonlyArray<string>,
  documented: Response,
  { body, headers, method, status }: Exchanged
): void => {
  if (method === "HEAD") return
  const { content = {} } = documented
  const contentType = headers.get("content-type")
  if (contentType === null || body.length === 0) {
    if (body.length > 0 || Object.keys(content).length > 0) throw new Error(`${status} is documented with a body`)
    return
  }
  if (!(contentType in content)) throw new Error(`${status} is not documented as ${contentType}`)
  if (!contentType.endsWith("json")) return
  const value: unknown = JSON.parse(new TextDecoder().decode(body))
  check(version, [...at, "content", contentType, "schema"], value, "the body")
  const code = codeOf(value)
  if (status >= 400 && !documented.description.includes(`\`${code}\``)) throw new Error(`${code} is not documented`)
}

/**
 * Checks status, headers, body and code of an answer.
 *
 * @throws when the document says something else.
 */
export const assertDocumented = (exchanged: Exchanged): void => {
  const named = exchanged.headers.get("service-version") ?? ApiVersion.head
  const version = ApiVersion.isRunning(named) ? named : ApiVersion.head
  const found = find(version, exchanged)
  const code = () => codeOf(JSON.parse(new TextDecoder().decode(exchanged.body)))
  if (found === undefined || (exchanged.status === 404 && code() === "UNKNOWN_ROUTE")) {
    const isToldBefore = exchanged.method === "HEAD" || beforeOperations.includes(code())
    if (exchanged.status >= 400 && isToldBefore) return
    throw new Error(`no operation of ${version} is ${exchanged.method} ${exchanged.path}`)
  }
  const { key, operation, template } = found
  const documented = operation.responses[String(exchanged.status)]
  if (documented === undefined) {
    throw new Error(`${exchanged.status} of ${key} ${template} is not documented in ${version}`)
  }
  const at = ["paths", template, key, "responses", String(exchanged.status)]
  checkHeaders(version, at, documented.headers, exchanged)
  checkBody(version, at, documented, exchanged)
  if (exchanged.status < 300 && exchanged.requestBody !== undefined && operation.requestBody !== undefined) {
    const steps = ["paths", template, key, "requestBody", "content", "application/json", "schema"]
    check(version, steps, JSON.parse(exchanged.requestBody), "the request")
  }
}

/**
 * Checks every example of a body and of a component in the document of a version, and counts them.
 *
 * @throws when an example breaks its schema.
 */
export const checkExamples = (version: ApiVersion.ApiVersion): number => {
  let count = 0
  const checkIn = ({ content = {} }: Body, at: ReadonlyArray<string>) => {
    for (const [mediaType, { examples = {} }] of Object.entries(content)) {
      for (const [name, { value }] of Object.entries(examples)) {
        check(version, [...at, "content", mediaType, "schema"], value, `the example ${name}`)
        count += 1
      }
    }
  }
  for (const [path, item] of Object.entries(documents[version].paths)) {
    for (const [method, operation] of Object.entries(item)) {
      checkIn(operation.requestBody ?? {}, ["paths", path, method, "requestBody"])
      for (const [status, response] of Object.entries(operation.responses)) {
        checkIn(response, ["paths", path, method, "responses", status])
      }
    }
  }
  for (const [name, { examples = [] }] of Object.entries(documents[version].components.schemas)) {
    for (const value of examples) check(version, ["components", "schemas", name], value, `an example of ${name}`)
    count += examples.length
  }
  return count
}
