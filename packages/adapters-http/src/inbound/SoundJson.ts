/**
 * Whether bytes are JSON that is safe to decode: UTF-8, shallow, and made of texts only that can be written down again
 * (decisions 12). Walks without recursion, so that no depth can exhaust the stack.
 */
import { isUtf8 } from "node:buffer"
import type { Violation } from "@sheaf/domain/Violation"
import * as BrokenRules from "./BrokenRules.ts"

/** What is wrong with the bytes. */
export interface Fault {
  readonly code: "MALFORMED_JSON" | "INVALID_TEXT"
  readonly detail: string
  readonly errors?: ReadonlyArray<Violation>
}

interface Node {
  readonly value: unknown
  readonly depth: number
  readonly key?: string
  readonly parent?: Node
}

const malformed = (detail: string): Fault => ({ code: "MALFORMED_JSON", detail })

const pathTo = (node: Node): ReadonlyArray<string> => {
  const path: Array<string> = []
  for (let at: Node | undefined = node; at?.key !== undefined; at = at.parent) path.unshift(at.key)
  return path
}

const notText = (node: Node): Violation => ({
  pointer: BrokenRules.pointerOf(pathTo(node)),
  code: "INVALID_TEXT",
  detail: "Holds half of a surrogate pair."
})

const isSoundText = (node: Node): boolean =>
  (typeof node.value !== "string" || node.value.isWellFormed()) && (node.key?.isWellFormed() ?? true)

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const walk = (root: unknown, maxDepth: number): Fault | undefined => {
  const errors: Array<Violation> = []
  const rest: Array<Node> = [{ value: root, depth: 0 }]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const { value, depth } = node
    if (!isSoundText(node)) errors.push(notText(node))
    if (typeof value !== "object" || value === null) continue
    if (depth === maxDepth) return malformed(`Arrays and objects lie deeper than ${maxDepth} in each other.`)
    for (const [key, member] of Object.entries(value).reverse()) {
      rest.push({ value: member, depth: depth + 1, key, parent: node })
    }
  }
  return errors.length === 0
    ? undefined
    : { code: "INVALID_TEXT", detail: "Texts must not hold halves of surrogate pairs.", errors }
}

const decoder = new TextDecoder()

/** The first fault of a body; `undefined` when it is sound. */
export const faultOf = (bytes: ArrayBuffer, maxDepth: number): Fault | undefined => {
  if (!isUtf8(bytes)) return { code: "INVALID_TEXT", detail: "The body is not UTF-8." }
  const parsed = parse(decoder.decode(bytes))
  return parsed === undefined ? malformed("The body is not a whole JSON value.") : walk(parsed.value, maxDepth)
}
