/**
 * The guide to records, generated from the schemas: a table and an example for each kind of record and each of its
 * parts.
 */
import * as Annotations from "@sheaf/domain/Annotations"
import { head } from "@sheaf/domain/ApiVersion"
import { Schema } from "effect"
import { inlineCode, markdownTable } from "./MarkdownTable.ts"
import * as Documents from "./openapi/Documents.ts"

const kinds = {
  "Kinds of insurance": [
    "VehicleInsurance",
    "HouseContentInsurance",
    "AnimalInsurance",
    "PersonInsurance",
    "GeneralInsurance"
  ],
  "Kinds of wealth": [
    "Pension",
    "Insurance",
    "PublicPension",
    "InvestmentAccount",
    "SecuritiesAccount",
    "SavingsAccount",
    "Loan",
    "BankAccount"
  ]
}

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

const schemas = (): Readonly<Record<string, Node>> =>
  Schema.decodeUnknownSync(Components)(Documents.currentDocument(head)).components.schemas

const nameOf = (reference: string): string => reference.split("/").at(-1) ?? ""

const referencesIn = (node: Node): ReadonlyArray<string> => [
  ...(node.$ref === undefined ? [] : [nameOf(node.$ref)]),
  ...[node.items, ...(node.anyOf ?? []), ...(node.allOf ?? []), ...Object.values(node.properties ?? {})].flatMap(
    (part) => (part === undefined ? [] : referencesIn(part))
  )
]

/** A schema gets its own section if it is an object (except an amount of money) or a union of such objects. */
const isPart = (all: Readonly<Record<string, Node>>, name: string): boolean =>
  name !== "MonetaryAmount" &&
  (all[name]?.properties !== undefined || (all[name]?.anyOf ?? []).some(({ $ref }) => $ref !== undefined))

const linkOf = (all: Readonly<Record<string, Node>>, name: string): string =>
  isPart(all, name) ? `[${name}](#${name.toLowerCase()})` : name

const typeOf = (all: Readonly<Record<string, Node>>, node: Node): string => {
  const { $ref, allOf, anyOf, enum: values, items, type = "" } = node
  if ($ref !== undefined) return linkOf(all, nameOf($ref))
  if (items !== undefined) return `list of ${typeOf(all, items)}`
  const parts = allOf ?? anyOf ?? []
  if (parts.length > 0) return [...new Set(parts.map((part) => typeOf(all, part)))].join(" or ")
  return values?.length === 1 ? inlineCode(String(values[0])) : type
}

const meaningOf = (all: Readonly<Record<string, Node>>, node: Node): string => {
  const own = node.description ?? node.allOf?.find(({ description }) => description !== undefined)?.description
  const text = own ?? (node.$ref === undefined ? "" : (all[nameOf(node.$ref)]?.description ?? ""))
  return (text.split("\n", 1)[0] ?? "").replaceAll("|", "\\|")
}

const schemaOf = (all: Readonly<Record<string, Node>>, name: string): Node => {
  const node = all[name]
  if (node === undefined) throw new Error(`the OpenAPI document has no schema ${name}`)
  return node
}

type Member = readonly [name: string, node: Node]

const tableOf = (
  all: Readonly<Record<string, Node>>,
  members: ReadonlyArray<Member>,
  required: ReadonlyArray<string>
) =>
  markdownTable(members, [
    ["member", ([member]) => (required.includes(member) ? `**${inlineCode(member)}**` : inlineCode(member))],
    ["type", ([, each]) => typeOf(all, each)],
    ["meaning", ([, each]) => meaningOf(all, each)]
  ])

const sharedBy = (all: Readonly<Record<string, Node>>, names: ReadonlyArray<string>): ReadonlyArray<Member> => {
  const [first, ...others] = names.map((name) => schemaOf(all, name).properties ?? {})
  return Object.entries(first ?? {}).filter(([name, node]) =>
    others.every((each) => JSON.stringify(each[name]) === JSON.stringify(node))
  )
}

/** `shared` names the members that another table already shows. */
const sectionOf = (all: Readonly<Record<string, Node>>, name: string, shared: ReadonlyArray<string> = []): string => {
  const node = schemaOf(all, name)
  const { description = "", properties, required = [] } = node
  // Takes the example from the annotation. The OpenAPI document omits a schema's example if an operation already shows
  // it.
  const [example] = Annotations.examplesOf(name)
  const own = Object.entries(properties ?? {}).filter(([member]) => !shared.includes(member))
  return [
    `### ${name}`,
    description.split("\n", 1)[0] ?? "",
    properties === undefined ? `${typeOf(all, node)}.` : tableOf(all, own, required),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify(example)}\n\`\`\``])
  ].join("\n\n")
}

export const formatPage = (): string => {
  const all = schemas()
  const sections = Object.entries(kinds).flatMap(([title, names]) => {
    const shared = sharedBy(all, names)
    const [first = ""] = names
    return [
      `## ${title}`,
      `Members of every kind, beside those in the kind's own table:`,
      tableOf(all, shared, schemaOf(all, first).required ?? []),
      ...names.map((name) =>
        sectionOf(
          all,
          name,
          shared.map(([member]) => member)
        )
      )
    ]
  })
  const whole = ["InsuranceRecord", ...Object.values(kinds).flat()]
  const parts = new Set(whole)
  // The loop also visits parts that it adds, so it finds nested ones.
  for (const name of parts) for (const each of referencesIn(all[name] ?? {})) if (isPart(all, each)) parts.add(each)
  const others = [...parts].filter((name) => !whole.includes(name))
  return `# Records

The members of every kind of record in version ${head}, from its schemas. Bold members are always present. A missing member is unknown: it never means zero or none. The values of enumerations are in the
[OpenAPI document](openapi/${head}.json).

## The insurance record

${[sectionOf(all, "InsuranceRecord"), ...sections, "## Parts of records", ...others.map((name) => sectionOf(all, name))].join("\n\n")}
`
}
