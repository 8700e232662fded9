/**
 * Generates `docs/configuration.md`: keeps the page's text, and fills the tables between marks such as `<!-- table:
 * limits -->` from the settings that the service declares.
 */
import { jsonSchema } from "@sheaf/app-api/ConfigFile"
import * as EnvironmentVariables from "@sheaf/app-api/EnvironmentVariables"
import * as Setting from "@sheaf/app-api/Setting"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { repositoryPath } from "./openapi/Documents.ts"
import { inlineCode, markdownTable } from "./MarkdownTable.ts"

export const path = "docs/configuration.md"

const Annotated = Schema.Struct({
  description: Schema.optionalKey(Schema.String),
  default: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])),
  minimum: Schema.optionalKey(Schema.Finite),
  maximum: Schema.optionalKey(Schema.Finite)
})

interface Node extends Schema.Schema.Type<typeof Annotated> {
  readonly allOf?: ReadonlyArray<typeof Annotated.Type>
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Node
  readonly anyOf?: ReadonlyArray<Node>
}

const Node: Schema.Codec<Node> = Schema.Struct({
  ...Annotated.fields,
  allOf: Schema.optionalKey(Schema.Array(Annotated)),
  properties: Schema.optionalKey(
    Schema.Record(
      Schema.String,
      Schema.suspend(() => Node)
    )
  ),
  required: Schema.optionalKey(Schema.Array(Schema.String)),
  items: Schema.optionalKey(Schema.suspend(() => Node)),
  anyOf: Schema.optionalKey(Schema.Array(Schema.suspend(() => Node)))
})

const root = Schema.decodeUnknownSync(Node)(jsonSchema().$defs["SheafConfig"])

type Declared = readonly [name: string, node: Node, isRequired: boolean]

/**
 * Returns the settings of a section, or of the objects in a list. Merges alternatives: a setting is required if every
 * alternative that has it requires it.
 */
const settingsIn = ({ anyOf = [], items, properties = {}, required = [] }: Node): ReadonlyArray<Declared> => {
  if (items !== undefined) return settingsIn(items)
  const found = new Map<string, Declared>()
  const own = Object.entries(properties).map(([name, node]): Declared => [name, node, required.includes(name)])
  for (const [name, node, isRequired] of [...own, ...anyOf.flatMap(settingsIn)]) {
    const [, first = node, before = true] = found.get(name) ?? []
    found.set(name, [name, first, before && isRequired])
  }
  return [...found.values()]
}

const nodeAt = (place: string): Node =>
  place.split(".").reduce((node, name) => {
    const [, found] = settingsIn(node).find(([each]) => each === name) ?? []
    if (found === undefined) throw new Error(`the configuration file has no section ${place}`)
    return found
  }, root)

interface Row {
  readonly name: string
  readonly usual: string
  readonly meaning: string
}

const rowOf = (name: string, node: Node, isRequired: boolean): Row => {
  const { default: usual, description, maximum, minimum } = Object.assign({}, node, ...(node.allOf ?? []))
  if (description === undefined) throw new Error(`the setting ${name} has no description`)
  return {
    name,
    usual: [
      ...(isRequired ? ["required"] : []),
      ...(usual === undefined ? [] : [inlineCode(String(usual))]),
      ...(minimum === undefined || maximum === Setting.maxSeconds ? [] : [`(${minimum}–${maximum})`])
    ].join(" "),
    meaning: description
  }
}

/** Settings that all electronic ID servers share have a table of their own. */
const shared = settingsIn(nodeAt("electronicId")).filter(([name]) =>
  ["allowPrivateAddresses", "caFile", "certFile", "keyFile"].includes(name)
)

const isShared = (node: Node): boolean =>
  shared.some(([, { allOf }]) => JSON.stringify(allOf) === JSON.stringify(node.allOf))

/** `place` is a section such as `limits`, or a single setting such as `proxies`. */
const rowsAt = (place: string): ReadonlyArray<Row> => {
  const node = nodeAt(place)
  const settings = settingsIn(node)
  if (settings.length === 0) return [rowOf(place, node, false)]
  const prefix = node.items === undefined ? `${place}.` : ""
  return settings
    .filter(([, each]) => !isShared(each))
    .map(([name, each, isRequired]) => rowOf(`${prefix}${name}`, each, isRequired))
}

const variables: ReadonlyArray<Row> = Object.entries(EnvironmentVariables.all).map(
  ([name, { meaning, defaultValue = "" }]) => ({ name, usual: defaultValue, meaning })
)

const rowsOf = (places: string): ReadonlyArray<Row> => {
  if (places === "variables") return variables
  if (places === "servers") return shared.map((setting) => rowOf(...setting))
  return places.split(" ").flatMap(rowsAt)
}

const tableOf = (head: string, rows: ReadonlyArray<Row>): string =>
  markdownTable(rows, [
    [head, ({ name }) => inlineCode(name)],
    ["default (range)", ({ usual }) => usual],
    ["meaning", ({ meaning }) => meaning]
  ])

const mark = /^<!-- table: (.+) -->\n[^]*?^<!-- end -->$/gm

const requireEverySection = (page: string): void => {
  const shown = Array.from(page.matchAll(mark), ([, places = ""]) => places.split(" ")).flat()
  const missing = settingsIn(root).filter(([name]) => name !== "$schema" && !shown.includes(name))
  if (missing.length > 0) throw new Error(`${path} has no table for ${missing.map(([name]) => name).join(", ")}`)
}

export const formatPage = (): string => {
  const page = readFileSync(repositoryPath(path), "utf8")
  requireEverySection(page)
  return page.replace(
    mark,
    (_, places: string) =>
      `<!-- table: ${places} -->\n\n${tableOf(places === "variables" ? "variable" : "setting", rowsOf(places))}\n\n<!-- end -->`
  )
}
