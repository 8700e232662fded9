/** Validates traffic with a bank against the protocol's OpenAPI document, with an independent JSON Schema validator. */
// oxlint-disable-next-line no-restricted-imports -- The package exports the 2020-12 dialect only from this path.
import { Ajv2020 } from "ajv/dist/2020.js"
import { bankOpenApi } from "@sheaf/adapters-sandbox/tables"
import addFormatsModule from "ajv-formats"

interface Reference {
  readonly $ref: string
}

interface Described {
  readonly required?: boolean
  readonly schema: object
}

interface Parameter extends Described {
  readonly name: string
  readonly in: "header" | "path" | "query"
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface Response extends Body {
  readonly headers?: Readonly<Record<string, Described>>
}

interface BankOperation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<Parameter | Reference>
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Response | Reference>>
}

interface BankDocument {
  readonly security: ReadonlyArray<object>
  readonly paths: Readonly<Record<string, Readonly<Record<string, BankOperation>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** Header names are in lower case. */
export interface Exchange {
  readonly method: string
  readonly url: URL
  readonly requestHeaders: Readonly<Record<string, string | undefined>>
  readonly requestBody: string
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string | undefined>>
  readonly responseBody: string
}

/** The document that `npm run openapi` writes. */
const document: BankDocument = JSON.parse(JSON.stringify(bankOpenApi()))

const validator = new Ajv2020({ strict: false, allErrors: true })
// The package is CommonJS, so an ES module sees its exports under `default`.
addFormatsModule.default(validator)
validator.addSchema(document, "document")

const absolute = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(absolute)
  if (typeof schema !== "object" || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === "$ref" && typeof value === "string" ? `document${value}` : absolute(value)
    ])
  )
}

const compiled = new WeakMap<object, ReturnType<Ajv2020["compile"]>>()

const faultsIn = (schema: object, value: unknown, place: string): ReadonlyArray<string> => {
  const validate = compiled.get(schema) ?? validator.compile(Object(absolute(schema)))
  compiled.set(schema, validate)
  return validate(value) === true ? [] : [`${place}: ${validator.errorsText(validate.errors)}`]
}

const valueOf = (schema: object, text: string): unknown => {
  const type = "type" in schema ? schema.type : undefined
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true"
  return type === "integer" && /^\d+$/.test(text) ? Number(text) : text
}

const textFaults = (
  { required, schema }: Described,
  text: string | undefined,
  place: string
): ReadonlyArray<string> => {
  if (text === undefined) return required === true ? [`${place}: is missing`] : []
  return faultsIn(schema, valueOf(schema, text), place)
}

const bodyFaults = (described: Body | undefined, text: string, type: string | undefined, place: string) => {
  const [json] = Object.entries(described?.content ?? {})
  if (json === undefined) return text === "" ? [] : [`${place}: a body is not described`]
  const [contentType, { schema }] = json
  if (type?.split(";")[0] !== contentType) return [`${place}: the content type is ${type}`]
  return faultsIn(schema, JSON.parse(text), place)
}

/** General HTTP headers, which the document does not list. */
const general = ["accept", "accept-encoding", "content-length", "content-type", "date"]

const authorization: Parameter = {
  name: "Authorization",
  in: "header",
  schema: { type: "string", pattern: "^Bearer [A-Za-z0-9._~+/-]+=*$" }
}

const hasBearer = document.security.some((scheme) => "BearerAuthOAuth" in scheme)

const nameOf = ({ $ref }: Reference): string => $ref.split("/").at(-1) ?? ""

const operationOf = ({ method, url }: Exchange): BankOperation | undefined => {
  const found = Object.entries(document.paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(url.pathname)
  )
  return found?.[1][method.toLowerCase()]
}

export const titleOf = (exchange: Exchange): string => `${operationOf(exchange)?.operationId} ${exchange.status}`

export const violationsOf = (exchange: Exchange): ReadonlyArray<string> => {
  const { requestBody, requestHeaders, responseBody, responseHeaders, status, url } = exchange
  const operation = operationOf(exchange)
  if (operation === undefined) return [`${exchange.method} ${url.pathname}: no such operation`]
  const title = titleOf(exchange)
  const parameters = operation.parameters.flatMap((each) =>
    "$ref" in each ? (document.components.parameters[nameOf(each)] ?? []) : [each]
  )
  const inQuery = parameters.filter((each) => each.in === "query")
  const inHeader = [...parameters.filter((each) => each.in === "header"), ...(hasBearer ? [authorization] : [])]
  const headerNames = [...general, ...inHeader.map(({ name }) => name.toLowerCase())]
  const found = operation.responses[String(status)]
  const response = found !== undefined && "$ref" in found ? document.components.responses[nameOf(found)] : found
  return [
    ...inHeader.flatMap((each) => textFaults(each, requestHeaders[each.name.toLowerCase()], `${title} ${each.name}`)),
    ...inQuery.flatMap((each) =>
      textFaults(each, url.searchParams.get(each.name) ?? undefined, `${title} ${each.name}`)
    ),
    ...Object.keys(requestHeaders)
      .filter((name) => !headerNames.includes(name))
      .map((name) => `${title}: the header field ${name} is not described`),
    ...[...url.searchParams.keys()]
      .filter((name) => !inQuery.some((each) => each.name === name))
      .map((name) => `${title}: the query parameter ${name} is not described`),
    ...bodyFaults(operation.requestBody, requestBody, requestHeaders["content-type"], `${title} request`),
    ...(response === undefined
      ? [`${title}: the status is not described`]
      : [
          ...bodyFaults(response, responseBody, responseHeaders["content-type"], `${title} response`),
          ...Object.entries(response.headers ?? {}).flatMap(([name, header]) =>
            textFaults(header, responseHeaders[name.toLowerCase()], `${title} response ${name}`)
          )
        ])
  ]
}
