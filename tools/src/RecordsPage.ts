/**
 * The guides to records, generated from the schemas: an overview that compares the kinds of records, and a page for
 * each kind with a table of its members and an example.
 */
import * as Annotations from "@sheaf/domain/Annotations"
import { head } from "@sheaf/domain/ApiVersion"
import { Schema } from "effect"
import { inlineCode, markdownTable } from "./MarkdownTable.ts"
import * as Documents from "./openapi/Documents.ts"
import type { Guide } from "./site/GuidePages.ts"

const insurances = [
  "VehicleInsurance",
  "HouseContentInsurance",
  "AnimalInsurance",
  "PersonInsurance",
  "GeneralInsurance"
]

const wealth = [
  "Pension",
  "Insurance",
  "PublicPension",
  "InvestmentAccount",
  "SecuritiesAccount",
  "SavingsAccount",
  "Loan",
  "BankAccount"
]

const kinds = ["InsuranceRecord", ...insurances, ...wealth]

interface Node {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Node
  readonly anyOf?: ReadonlyArray<Node>
  readonly allOf?: ReadonlyArray<Node>
}

const Node: Schema.Codec<Node> = Schema.Struct({
  $ref: Schema.optionalKey(Schema.String),
  type: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  enum: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  properties: Schema.optionalKey(
    Schema.Record(
      Schema.String,
      Schema.suspend(() => Node)
    )
  ),
  required: Schema.optionalKey(Schema.Array(Schema.String)),
  items: Schema.optionalKey(Schema.suspend(() => Node)),
  anyOf: Schema.optionalKey(Schema.Array(Schema.suspend(() => Node))),
  allOf: Schema.optionalKey(Schema.Array(Schema.suspend(() => Node)))
})

const Components = Schema.Struct({ components: Schema.Struct({ schemas: Schema.Record(Schema.String, Node) }) })

type Schemas = Readonly<Record<string, Node>>

type Member = readonly [name: string, node: Node]

const schemas = (): Schemas => Schema.decodeUnknownSync(Components)(Documents.currentDocument(head)).components.schemas

/** The kinds whose names say too little beside the others. */
const titles: Readonly<Record<string, string>> = { InsuranceRecord: "Insurance record", Insurance: "Savings insurance" }

/** Returns a kind's name in words: `BankAccount` becomes "Bank account". */
const titleOf = (name: string): string =>
  titles[name] ?? name.replaceAll(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)

const slugOf = (name: string): string => titleOf(name).toLowerCase().replaceAll(" ", "-")

const nameIn = (reference: string): string => reference.split("/").at(-1) ?? ""

/** Links to a kind's page, and to the reference for everything else. */
const linkOf = (name: string): string =>
  `[${name}](${kinds.includes(name) ? `/docs/guides/records/${slugOf(name)}` : `/docs/${head}/models/${name}`})`

const typeOf = ({ $ref, allOf, anyOf, enum: values, items, type = "" }: Node): string => {
  if ($ref !== undefined) return linkOf(nameIn($ref))
  if (items !== undefined) return `list of ${typeOf(items)}`
  const parts = allOf ?? anyOf ?? []
  if (parts.length > 0) return [...new Set(parts.map(typeOf))].join(" or ")
  return values?.length === 1 ? inlineCode(String(values[0])) : type
}

const firstLine = (text = ""): string => text.split("\n", 1)[0] ?? ""

const meaningOf = (all: Schemas, node: Node): string => {
  const own = node.description ?? node.allOf?.find(({ description }) => description !== undefined)?.description
  const text = own ?? (node.$ref === undefined ? "" : all[nameIn(node.$ref)]?.description)
  return firstLine(text).replaceAll("|", "\\|")
}

const schemaOf = (all: Schemas, name: string): Node => {
  const node = all[name]
  if (node === undefined) throw new Error(`the OpenAPI document has no schema ${name}`)
  return node
}

const membersOf = (all: Schemas, name: string): ReadonlyArray<Member> =>
  Object.entries(schemaOf(all, name).properties ?? {})

const tableOf = (all: Schemas, name: string, members: ReadonlyArray<Member>): string => {
  const { required = [] } = schemaOf(all, name)
  return markdownTable(members, [
    ["member", ([member]) => (required.includes(member) ? `**${inlineCode(member)}**` : inlineCode(member))],
    ["type", ([, each]) => typeOf(each)],
    ["meaning", ([, each]) => meaningOf(all, each)]
  ])
}

/** Returns the members that all kinds of a group have. */
const sharedBy = (all: Schemas, names: ReadonlyArray<string>): ReadonlyArray<Member> => {
  const [first = "", ...others] = names
  return membersOf(all, first).filter(([name, node]) =>
    others.every((other) => JSON.stringify(schemaOf(all, other).properties?.[name]) === JSON.stringify(node))
  )
}

interface Group {
  readonly names: ReadonlyArray<string>
  readonly shared: ReadonlyArray<Member>
}

const ownOf = (all: Schemas, name: string, { shared }: Group): ReadonlyArray<Member> =>
  membersOf(all, name).filter(([member]) => !shared.some(([other]) => other === member))

const codes = (members: ReadonlyArray<string>): string => members.map(inlineCode).join(" ")

const pageOf = (all: Schemas, name: string, group: Group): string => {
  const own = ownOf(all, name, group)
  const [example] = Annotations.examplesOf(name)
  const { shared } = group
  return [
    `# ${titleOf(name)}`,
    firstLine(schemaOf(all, name).description),
    ...(own.length === 0 ? [] : ["## Members", "Bold members are always present.", tableOf(all, name, own)]),
    ...(shared.length === 0 ? [] : ["## Members of every kind", tableOf(all, name, shared)]),
    // Takes the example from the annotation. The OpenAPI document omits a schema's example if an operation already shows
    // it.
    ...(example === undefined ? [] : ["## Example", `\`\`\`json\n${JSON.stringify(example)}\n\`\`\``])
  ].join("\n\n")
}

/** Compares kinds by the members that some of them lack. */
const comparisonOf = (all: Schemas, { names }: Group): string => {
  const lists = names.map((name) => membersOf(all, name).map(([member]) => member))
  const [first = []] = lists
  const common = first.filter((member) => lists.every((list) => list.includes(member)))
  const table = markdownTable(names, [
    ["kind", (name) => `[${titleOf(name)}](/docs/guides/records/${slugOf(name)})`],
    ["what it is", (name) => firstLine(schemaOf(all, name).description).replace(/(?<=\.) .*/, "")],
    [
      "members of its own",
      (name) => codes(membersOf(all, name).flatMap(([member]) => (common.includes(member) ? [] : member)))
    ]
  ])
  return `${table}\n\nEvery kind can also have ${codes(common)}.`
}

const overviewOf = (all: Schemas, groups: { readonly insurance: Group; readonly wealth: Group }): string => `# Records

What Sheaf returns in version ${head}: a list of records for insurance, and one for wealth. A missing member is unknown: it never means zero or none.

## Insurance

Each policy is an [insurance record](/docs/guides/records/insurance-record), which contains its covers, objects and payments, and in \`insurance\` one of these kinds:

${comparisonOf(all, groups.insurance)}

## Wealth

Each record is one of these kinds, as its \`type\` says:

${comparisonOf(all, groups.wealth)}
`

export const guide = (): Guide => {
  const all = schemas()
  const groupOf = (names: ReadonlyArray<string>): Group => ({ names, shared: sharedBy(all, names) })
  const groups = { insurance: groupOf(insurances), wealth: groupOf(wealth) }
  const record: Group = { names: ["InsuranceRecord"], shared: [] }
  const parts = [record, groups.insurance, groups.wealth].flatMap((group) =>
    group.names.map((name): readonly [string, Guide] => [
      slugOf(name),
      { path: `docs/records/${slugOf(name)}.md`, hasFile: false, markdown: pageOf(all, name, group), summary: "" }
    ])
  )
  return {
    path: "docs/records.md",
    hasFile: false,
    markdown: overviewOf(all, groups),
    summary: "What you get: each kind of insurance, pension, investment and loan.",
    parts: Object.fromEntries(parts)
  }
}
