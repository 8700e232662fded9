/**
 * The structure of a company's responses. Two recordings can be compared by structure even though their values are
 * invented.
 */
import * as Markup from "../Markup.ts"
import type { Cassette, Exchange } from "./Cassette.ts"
import { describe } from "./Request.ts"

/**
 * Returns true if both of the compared recordings keep this name or text as the company sent it. All other names and
 * texts in recordings are invented.
 */
export type IsKept = (text: string) => boolean

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const linesOfJson = (value: unknown, keeps: IsKept, place: string): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => linesOfJson(each, keeps, `${place}[]`))
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, member]) =>
      linesOfJson(member, keeps, `${place}.${keeps(name) ? name : "*"}`)
    )
  }
  return [
    `${place} ${typeof value === "string" && keeps(value) ? JSON.stringify(value) : value === null ? "null" : typeof value}`
  ]
}

const linesOfMarkup = (text: string, keeps: IsKept): ReadonlyArray<string> => {
  let tag = ""
  return Markup.partsOf(text).flatMap((part) => {
    if (part.type === "open") {
      tag = part.name.toLowerCase()
      const names = part.attributes.flatMap(([name, value]) =>
        ["class", "id", "name"].includes(name) && value !== undefined && keeps(value) ? [`${name}="${value}"`] : []
      )
      return [`<${[tag, ...names].join(" ")}>`]
    }
    const shown = part.type === "text" ? part.text.trim().replace(/:$/, "") : ""
    return shown !== "" && keeps(shown) ? [`<${tag}> ${JSON.stringify(shown)}`] : []
  })
}

const linesOf = ({ response: { body, encoding, headers, status } }: Exchange, keeps: IsKept): ReadonlyArray<string> => {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? ""
  const first = [`status ${status}`, `type ${type.replace(/;.*/, "")}`]
  if (encoding !== undefined) return first
  try {
    return [...first, ...linesOfJson(JSON.parse(body), keeps, "")]
  } catch {
    return /html|xml/.test(type) ? [...first, ...linesOfMarkup(body, keeps)] : first
  }
}

/** Requests with the same structure count as one. */
const structureOf = ({ calls }: Cassette, keeps: IsKept): ReadonlyMap<string, ReadonlySet<string>> => {
  const pages = new Map<string, Set<string>>()
  for (const exchange of calls.flatMap(({ exchanges }) => exchanges)) {
    const name = describe(exchange.request)
    const lines = pages.get(name) ?? new Set()
    for (const line of linesOf(exchange, keeps)) lines.add(line)
    pages.set(name, lines)
  }
  return pages
}

const missing = (sign: string, some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlyArray<string> =>
  [...some].filter((line) => !others.has(line)).map((line) => `  ${sign} ${line}`)

/**
 * Lists the differences in structure between two recordings, as the lines of a diff, grouped by request. Ignores
 * requests that a failed login did not reach.
 */
export const compareStructure = (before: Cassette, after: Cassette, keeps: IsKept): ReadonlyArray<string> => {
  const [old, current] = [structureOf(before, keeps), structureOf(after, keeps)]
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), current.get(name)]
    if (was === undefined) return before.failure === undefined ? [`+ ${name}`] : []
    if (is === undefined) return after.failure === undefined ? [`- ${name}`] : []
    const lines = [...missing("-", was, is), ...missing("+", is, was)]
    return lines.length === 0 ? [] : [`${name}:`, ...lines]
  })
}
