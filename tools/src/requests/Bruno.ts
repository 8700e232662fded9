/** Prints a Bruno collection: a folder with one file for each request. */
import type { Credential } from "./Operations.ts"
import { sandbox } from "./Request.ts"
import type { Field, Folder, RequestCollection, RequestFile } from "./Request.ts"

/** The functions that the checks of a walkthrough call. */
const prelude = [
  "const status = res.getStatus();",
  "const header = (name) => res.getHeader(name);",
  "const body = res.getBody();",
  "const set = (name, value) => bru.setVar(name, value);",
  "const repeat = () => bru.runner.setNextRequest(req.getName());"
]

const indented = (text: string): string => text.replace(/^(?=.)/gm, "  ")

const block = (name: string, content: string): string => `${name} {\n${indented(content)}\n}\n`

const pairs = (entries: ReadonlyArray<readonly [string, string]>): string =>
  entries.map(([name, value]) => `${name}: ${value}`).join("\n")

const fieldsOf = (fields: ReadonlyArray<Field>): string =>
  pairs(fields.map(({ isSent, name, value }) => [isSent ? name : `~${name}`, value]))

const modes: Readonly<Record<Credential, string>> = { apiKey: "inherit", token: "bearer", none: "none" }

const requestOf = (request: RequestFile, place: number): string => {
  const { body, checks, credential, description, headers, method, name, path, query } = request
  const sent = query.filter(({ isSent }) => isSent).map((field) => `${field.name}=${field.value}`)
  const url = `{{baseUrl}}${path}${sent.length === 0 ? "" : `?${sent.join("&")}`}`
  return [
    block(
      "meta",
      pairs([
        ["name", name],
        ["type", "http"],
        ["seq", String(place)]
      ])
    ),
    block(
      method.toLowerCase(),
      pairs([
        ["url", url],
        ["body", body === undefined ? "none" : "json"],
        ["auth", modes[credential]]
      ])
    ),
    ...(query.length === 0 ? [] : [block("params:query", fieldsOf(query))]),
    ...(headers.length === 0 ? [] : [block("headers", fieldsOf(headers))]),
    ...(credential === "token" ? [block("auth:bearer", "token: {{token}}")] : []),
    ...(body === undefined ? [] : [block("body:json", JSON.stringify(body, null, 2))]),
    ...(checks === undefined ? [] : [block("tests", [...prelude, ...checks].join("\n"))]),
    block("docs", description)
  ].join("\n")
}

const folderFile = (name: string, place: number): string =>
  [
    block(
      "meta",
      pairs([
        ["name", name],
        ["seq", String(place)]
      ])
    ),
    block("auth", "mode: inherit")
  ].join("\n")

const filesOf = (place: string, folders: ReadonlyArray<Folder>): ReadonlyArray<readonly [string, string]> =>
  folders.flatMap(({ file, name, requests }, index) => [
    [`${place}/${file}/folder.bru`, folderFile(name, index + 1)] as const,
    ...requests.map(
      (request, position) => [`${place}/${file}/${request.file}.bru`, requestOf(request, position + 1)] as const
    )
  ])

/** Returns the content of each file by its path in the collection's folder. */
export const files = ({
  description,
  reference,
  version,
  walkthrough
}: RequestCollection): Readonly<Record<string, string>> => ({
  "bruno.json": `${JSON.stringify({ version: "1", name: `Sheaf ${version}`, type: "collection" }, null, 2)}\n`,
  "collection.bru": [
    block("headers", `Service-Version: ${version}`),
    block("auth", "mode: apikey"),
    block(
      "auth:apikey",
      pairs([
        ["key", "Authorization-token"],
        ["value", "{{apiKey}}"],
        ["placement", "header"]
      ])
    ),
    block("docs", description)
  ].join("\n"),
  "environments/Sandbox.bru": block("vars", pairs(Object.entries(sandbox))),
  "walkthrough/folder.bru": folderFile("Walkthrough", 1),
  "reference/folder.bru": folderFile("Reference", 2),
  ...Object.fromEntries([...filesOf("walkthrough", walkthrough), ...filesOf("reference", reference)])
})
