/** Prints a Postman collection, in format 2.1. */
import { variables } from "./Operations.ts"
import type { Credential } from "./Operations.ts"
import { sandbox } from "./Request.ts"
import type { Field, Folder, RequestCollection, RequestFile } from "./Request.ts"

/** The functions that the checks of a walkthrough call. */
const prelude = [
  "const { expect, test } = pm",
  "const status = pm.response.code",
  "const header = (name) => pm.response.headers.get(name)",
  "const body = /json/.test(header('content-type')) ? pm.response.json() : undefined",
  "const set = (name, value) => pm.collectionVariables.set(name, value)",
  "const repeat = () => pm.execution.setNextRequest(pm.info.requestName)"
]

const auths: Readonly<Record<Credential, object>> = {
  apiKey: {
    type: "apikey",
    apikey: [
      { key: "key", value: "Authorization-token", type: "string" },
      { key: "value", value: "{{apiKey}}", type: "string" },
      { key: "in", value: "header", type: "string" }
    ]
  },
  token: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
  none: { type: "noauth" }
}

const fieldOf = ({ description, isSent, name, value }: Field) => ({
  key: name,
  value,
  ...(description !== "" && { description }),
  ...(!isSent && { disabled: true })
})

const itemOf = (version: string, request: RequestFile) => {
  const { body, checks, credential, description, headers, method, name, path, query } = request
  const sent = query.filter(({ isSent }) => isSent).map((field) => `${field.name}=${field.value}`)
  const fields = [{ key: "Service-Version", value: version }, ...headers.map(fieldOf)]
  return {
    name,
    ...(checks !== undefined && {
      event: [{ listen: "test", script: { type: "text/javascript", exec: [...prelude, ...checks] } }]
    }),
    request: {
      method,
      header: body === undefined ? fields : [...fields, { key: "Content-Type", value: "application/json" }],
      ...(credential !== "apiKey" && { auth: auths[credential] }),
      url: {
        raw: `{{baseUrl}}${path}${sent.length === 0 ? "" : `?${sent.join("&")}`}`,
        host: ["{{baseUrl}}"],
        path: path.split("/").slice(1),
        ...(query.length > 0 && { query: query.map(fieldOf) })
      },
      ...(body !== undefined && {
        body: { mode: "raw", raw: JSON.stringify(body, null, 2), options: { raw: { language: "json" } } }
      }),
      description
    },
    response: []
  }
}

const folderOf = (version: string, { name, requests }: Folder) => ({
  name,
  item: requests.map((request) => itemOf(version, request))
})

/** Returns the content of the collection's file. */
export const print = ({ description, reference, version, walkthrough }: RequestCollection): string => {
  const collection = {
    info: {
      name: `Sheaf ${version}`,
      description,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    },
    auth: auths.apiKey,
    variable: [...Object.entries(sandbox), ...["token", "etag", ...variables].map((name) => [name, ""] as const)].map(
      ([key, value]) => ({ key, value, type: "string" })
    ),
    item: [
      { name: "Walkthrough", item: walkthrough.map((folder) => folderOf(version, folder)) },
      { name: "Reference", item: reference.map((folder) => folderOf(version, folder)) }
    ]
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}
