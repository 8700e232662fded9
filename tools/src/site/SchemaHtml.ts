/** Renders schemas of an OpenAPI document as lists of members, in which objects can be expanded. */
import { parse, parseInline } from "marked"
import { isObject, listOf, objectAt, objectOf, stringsOf } from "../openapi/Json.ts"
import type { JsonObject } from "../openapi/Json.ts"
import { escapeHtml } from "./Site.ts"

/** How many levels of objects can be expanded in place. Deeper levels link to the models. */
const maxDepth = 1

const maxListed = 12

export const textHtml = (text: unknown): string => (typeof text === "string" ? parseInline(text, { async: false }) : "")

/** Unlike `textHtml`, keeps lists. */
export const blocksHtml = (text: unknown): string => (typeof text === "string" ? parse(text, { async: false }) : "")

/** Matches a description that lists its values. */
const listing = /^- `/m

/** How many of a request's members are always shown. Further members are collapsed, unless there is only one. */
const maxMembers = 3

/** A list of described values is collapsed if it is longer than this. */
const maxDescribed = 5

/** Returns a description. If it contains a long list of values, the list is collapsed. */
const descriptionHtml = (text: unknown): string =>
  blocksHtml(text).replace(/<ul>[\s\S]*<\/ul>/, (list) => {
    const count = list.split("<li>").length - 1
    return count > maxDescribed ? `<details class="values">${summaryHtml(`${count} values`)}${list}</details>` : list
  })

/** Members next to a `$ref`, such as a description, take precedence over those of the referenced schema. */
export const resolve = (document: JsonObject, value: unknown): JsonObject => {
  const { $ref, ...beside } = objectOf(value)
  if (typeof $ref !== "string") return beside
  return { ...resolve(document, objectAt(document, ...$ref.slice(2).split("/"))), ...beside }
}

/** Returns the `<summary>` of a `<details>` element. `note` follows the title, and is cut off if the line is full. */
export const summaryHtml = (title: string, note = ""): string =>
  `<summary>${title}${note === "" ? "" : ` <span class="summary__note">${note}</span>`}</summary>`

export interface NamedMember {
  readonly name: string
  readonly html: string
}

const listHtml = (members: ReadonlyArray<NamedMember>): string =>
  `<dl class="members">\n${members.map(({ html }) => html).join("\n")}\n</dl>`

/**
 * Returns a list of a request's members. Members after the third are collapsed, because the sample beside the list
 * shows what a request needs. If there is only one more, it is shown, because the line that expands it would take as
 * much space.
 */
export const shortListHtml = (members: ReadonlyArray<NamedMember>): string => {
  if (members.length <= maxMembers + 1) return listHtml(members)
  const further = members.slice(maxMembers)
  const names = further.map(({ name }) => name).join(", ")
  return `${listHtml(members.slice(0, maxMembers))}\n<details class="more">${summaryHtml(`Show all ${members.length}`, names)}${listHtml(further)}</details>`
}

const nameOf = (value: unknown): string | undefined => {
  const { $ref } = objectOf(value)
  return typeof $ref === "string" ? $ref.split("/").at(-1) : undefined
}

export const isDeprecated = ({ deprecated }: JsonObject): boolean => deprecated === true

export class SchemaHtml {
  readonly #document: JsonObject
  readonly #models: string

  constructor(document: JsonObject, models: string) {
    this.#document = document
    this.#models = models
  }

  addressOf(model: string): string {
    return `${this.#models}/${model}`
  }

  /** Returns the plain name if the document has no such model. */
  modelLink(name: string): string {
    return Object.hasOwn(objectAt(this.#document, "components", "schemas"), name)
      ? `<a href="${this.addressOf(name)}">${name}</a>`
      : name
  }

  typeOf(value: unknown): string {
    const schema = resolve(this.#document, value)
    const name = nameOf(value)
    if (schema["type"] === "array") return `list of ${this.typeOf(schema["items"])}`
    const variants = [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])]
    if (name !== undefined && (schema["type"] === "object" || variants.length > 0)) return this.modelLink(name)
    if (variants.length > 0) return variants.map((variant) => this.typeOf(variant)).join(" or ")
    const format = schema["format"]
    const type = stringsOf([schema["type"]])[0] ?? "any value"
    return typeof format === "string" ? `${type} (${escapeHtml(format)})` : type
  }

  #valuesOf(schema: JsonObject): string {
    const values = listOf(schema["enum"]).filter((one) => one !== null)
    if (values.length === 0 || listing.test(String(schema["description"]))) return ""
    const shown = values.map((one) => `<code>${escapeHtml(String(one))}</code>`).join(" ")
    return values.length > maxListed
      ? `<details class="values">${summaryHtml(`One of ${values.length} values`)}<p>${shown}</p></details>`
      : `<p class="values">One of ${shown}</p>`
  }

  /** Unwraps lists and optional values, and returns the schema whose members are shown. */
  #innerOf(value: unknown): readonly [value: unknown, schema: JsonObject] {
    const schema = resolve(this.#document, value)
    if (schema["type"] === "array") return this.#innerOf(schema["items"])
    const [only, ...others] = listOf(schema["anyOf"]).filter((one) => objectOf(one)["type"] !== "null")
    return only !== undefined && others.length === 0 ? this.#innerOf(only) : [value, schema]
  }

  #partsOf(value: unknown, depth: number): string {
    const [inner, schema] = this.#innerOf(value)
    const name = nameOf(inner)
    const variants = [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])]
    if (variants.length > 1) {
      const names = variants.flatMap((variant) => nameOf(variant) ?? [])
      return names.length === 0
        ? ""
        : `<p class="values">One of ${names.map((one) => this.modelLink(one)).join(", ")}</p>`
    }
    if (!isObject(schema["properties"])) return this.#valuesOf(schema)
    if (depth >= maxDepth) return ""
    const title = name === undefined ? "Members" : `Members of ${name}`
    return `<details class="parts">${summaryHtml(title)}${this.members(inner, depth + 1)}</details>`
  }

  /** `place` is the part of a request that has the member, such as `query`. */
  member(name: string, value: unknown, isRequired: boolean, { depth = 0, place = "" } = {}): NamedMember {
    const schema = resolve(this.#document, value)
    const note = isDeprecated(schema)
      ? ' <span class="deprecated">deprecated</span>'
      : isRequired
        ? ' <span class="required">required</span>'
        : ""
    const where = place === "" ? "" : ` <span class="place">${place}</span>`
    const html = `<dt><code>${escapeHtml(name)}</code>${where} <span class="type">${this.typeOf(value)}</span>${note}</dt>
<dd>${descriptionHtml(schema["description"])}${this.#partsOf(value, depth)}</dd>`
    return { name, html }
  }

  /** Returns the number of members that `members` shows. */
  countOf(value: unknown): number {
    return Object.keys(objectOf(this.#innerOf(value)[1]["properties"])).length
  }

  /**
   * Returns the HTML of an object's members. For a list, returns the members of the objects in it; for a schema without
   * members, returns its other parts, such as its values. `list` renders the members: pass {@link shortListHtml} to
   * collapse the end of a long list.
   */
  members(value: unknown, depth = 0, list = listHtml): string {
    const [, schema] = this.#innerOf(value)
    const required = stringsOf(schema["required"])
    const entries = Object.entries(objectOf(schema["properties"]))
    if (entries.length === 0) return this.#partsOf(value, depth)
    return list(entries.map(([name, member]) => this.member(name, member, required.includes(name), { depth })))
  }
}
