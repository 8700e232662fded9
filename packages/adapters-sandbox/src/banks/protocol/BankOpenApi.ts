/** The OpenAPI document for the supported part of NextGenPSD2, generated from {@link BankApi}. */
import { OpenApi } from "effect/http-api"
import { BankApi } from "./BankApi.ts"
import { mapObjects, isObject, canonicalHeaderName, withPrimitiveTypes } from "./JsonSchemas.ts"
import type { JsonObject } from "./JsonSchemas.ts"
import texts from "./texts.json" with { type: "json" }

/** Request body schemas, which reject unknown members. Responses may contain extra members. */
const closed = ["AccountAccess", "AccountReference", "AdditionalInformation", "AuthorisationConfirmation", "Consents"]

const opened = ({ additionalProperties: _, ...schema }: JsonObject): JsonObject => schema

const descriptions: Readonly<Record<string, string>> = {
  accountId: "The account's `resourceId`.",
  authorisationId: "The authorization's identifier.",
  bookingStatus: "The booking status of the transactions.",
  consentId: "The consent's identifier.",
  dateFrom: "The first day. Required unless the request is for pending transactions only.",
  dateTo: "The last day. The default is today.",
  itemsPerPage: "The largest number of transactions in a page.",
  pageIndex: "The number of the page. The first page is 0.",
  withBalance: "True to return balances too.",
  "PSU-Device-ID": "The identifier of the person's device, a UUID.",
  "PSU-Geo-Location": "The location of the person's device.",
  "PSU-Http-Method": "The HTTP method that the person's device used.",
  "TPP-Decoupled-Preferred": "True if the provider prefers that the person uses the bank's app.",
  "TPP-Explicit-Authorisation-Preferred": "True if the provider starts the authorization by a separate request.",
  "TPP-Redirect-Preferred": "True if the provider prefers that the person visits the bank's page."
}

const parameter = ({ in: place, name: plain, required, schema }: JsonObject): JsonObject => {
  const name = place === "header" ? canonicalHeaderName(String(plain)) : String(plain)
  const { description, ...rest } = withPrimitiveTypes(isObject(schema) ? schema : {})
  return { name, in: place, required, description: descriptions[name] ?? description, schema: rest }
}

/**
 * The name of a shared parameter. The same parameter can be required in one request and optional in another, so each
 * variant has its own name.
 */
const keyOf = ({ name, required }: JsonObject): string => `${String(name)}${required === true ? "" : "-optional"}`

const meanings: Readonly<Record<string, string>> = {
  200: "The requested data.",
  201: "The new resource.",
  204: "The consent has ended.",
  400: "The request breaks the protocol.",
  401: "The provider, the person or the consent is not valid.",
  403: "The consent is unknown, or the bank refuses the request.",
  404: "The resource is unknown.",
  405: "The path does not support the method.",
  406: "The bank does not support the requested format.",
  409: "The consent's status does not allow the request.",
  429: "The consent's reads of the day are used up.",
  500: "The bank failed.",
  503: "The bank is unavailable."
}

const outages: JsonObject = { 500: {}, 503: {} }

const requestId = { required: true, schema: { type: "string", format: "uuid" } }

const isFailure = (status: string): boolean => Number(status) >= 400

const responseOf = (status: string, response: unknown): JsonObject => {
  const { content, headers } = isObject(response) ? response : {}
  const named = Object.entries(isObject(headers) ? headers : {}).map(([name, header]) => [
    canonicalHeaderName(name),
    header
  ])
  return {
    description: meanings[status] ?? "",
    headers: { "X-Request-ID": requestId, ...Object.fromEntries(named) },
    ...(content !== undefined && { content })
  }
}

const responsesOf = (responses: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries({ ...responses, ...outages }).map(([status, response]) => [
      status,
      isFailure(status) ? { $ref: `#/components/responses/Error${status}` } : responseOf(status, response)
    ])
  )

const parametersOf = (parameters: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(parameters) ? parameters.filter(isObject).map(parameter) : []

const operationsOf = (item: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      const { operationId, parameters, responses, security: _, ...rest } = isObject(operation) ? operation : {}
      const name = String(operationId).replace(/^.*\./, "")
      const [summary, description] = Object.entries(texts).find(([key]) => key === name)?.[1] ?? []
      return [
        method,
        {
          ...rest,
          operationId: name,
          summary,
          description,
          parameters: parametersOf(parameters).map((each) => ({ $ref: `#/components/parameters/${keyOf(each)}` })),
          responses: isObject(responses) ? responsesOf(responses) : {}
        }
      ]
    })
  )

export const openApiDocument = (): JsonObject => {
  const { components, paths } = OpenApi.fromApi(BankApi)
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    closed.includes(name) ? schema : mapObjects(schema, opened)
  ])
  const operations = Object.values(paths).flatMap((item) =>
    isObject(item) ? Object.values(item).filter(isObject) : []
  )
  const parameters = operations.flatMap((operation) => parametersOf(operation["parameters"]))
  const document: unknown = JSON.parse(
    JSON.stringify(
      mapObjects(
        {
          openapi: "3.1.0",
          info: {
            title: "NextGenPSD2, the part that Sheaf uses",
            version: "1.3.11",
            description:
              "The requests that Sheaf sends to banks, and that the sandbox's banks serve: account information under a consent. " +
              "Banks can serve more, and their responses can have more members.",
            license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" }
          },
          servers: [{ url: "/" }],
          // Only OAuth consents need a token.
          security: [{}, { BearerAuthOAuth: [] }],
          tags: [
            { name: "consents", description: "Consents and their authorization." },
            { name: "accounts", description: "Accounts under a consent." },
            { name: "cardAccounts", description: "Card accounts under a consent." }
          ],
          paths: Object.fromEntries(
            Object.entries(paths).map(([path, item]) => [path, isObject(item) ? operationsOf(item) : item])
          ),
          components: {
            responses: Object.fromEntries(
              operations.flatMap(({ responses }) =>
                Object.entries({ ...(isObject(responses) && responses), ...outages })
                  .filter(([status]) => isFailure(status))
                  .map(([status, response]) => [`Error${status}`, responseOf(status, response)])
              )
            ),
            parameters: Object.fromEntries(parameters.map((each) => [keyOf(each), each])),
            securitySchemes: { BearerAuthOAuth: { type: "http", scheme: "bearer" } },
            schemas: Object.fromEntries(schemas)
          }
        },
        withPrimitiveTypes
      )
    )
  )
  return isObject(document) ? document : {}
}
