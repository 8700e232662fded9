/**
 * Whether bytes are JSON that is safe to decode: UTF-8, shallow, and made of texts only that can be written down again
 * (decisions 12, 14).
 */
import { isUtf8 } from "node:buffer"
import type { Violation } from "@sheaf/domain/Violation"
import * as BrokenRules from "../problems/BrokenRules.ts"

/** What is wrong with the bytes. */
export interface Fault {
  readonly code: "MALFORMED_JSON" | "INVALID_TEXT"
  readonly detail: string
  readonly errors?: ReadonlyArray<Violation>
}

const malformed = (detail: string): Fault => ({ code: "MALFORMED_JSON", detail })

const notText = (path: ReadonlyArray<string>): Violation => ({
  pointer: BrokenRules.pointerOf(path),
  code: "INVALID_TEXT",
  detail: "Holds half of a surrogate pair."
})

const isBroken = (text: unknown): boolean => typeof text === "string" && !text.isWellFormed()

/**
 * The names and values inside of `container` that cannot be written down again, in the order of the body, which is in a
 * list by itself: it can be a text too. `path` leads to the container. Most members cost a look each, and nothing else.
 */
function* brokenTexts(container: object, path: Array<string>): Generator<Violation> {
  for (const [key, member] of Object.entries(container)) {
    path.push(key)
    if (isBroken(key) || isBroken(member)) yield notText(path.slice(1))
    if (typeof member === "object" && member !== null) yield* brokenTexts(member, path)
    path.pop()
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)))

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const faultIn = (value: unknown, maxDepth: number): Fault | undefined => {
  // First, because what comes after it goes as deep as the value.
  if (isDeeper(value, maxDepth)) return malformed(`Arrays and objects lie deeper than ${maxDepth} in each other.`)
  const { errors } = BrokenRules.named(brokenTexts([value], []))
  return errors.length === 0
    ? undefined
    : { code: "INVALID_TEXT", detail: "Texts must not hold halves of surrogate pairs.", errors }
}

const decoder = new TextDecoder()

/** The value of a body, or its first fault. */
export const read = (
  bytes: ArrayBuffer,
  maxDepth: number
): { readonly value: unknown; readonly fault?: never } | { readonly fault: Fault } => {
  if (!isUtf8(bytes)) return { fault: { code: "INVALID_TEXT", detail: "The body is not UTF-8." } }
  const parsed = parse(decoder.decode(bytes))
  if (parsed === undefined) return { fault: malformed("The body is not a whole JSON value.") }
  const fault = faultIn(parsed.value, maxDepth)
  return fault === undefined ? parsed : { fault }
}
