/**
 * JSON that is safe to decode: UTF-8, shallow, and without lone surrogates (decisions 12, 14). The cost depends only on
 * the number of bytes.
 */
import { isUtf8 } from "node:buffer"
import type { Violation } from "@sheaf/domain/Violation"
import * as BrokenRules from "../problems/BrokenRules.ts"
import { table } from "../problems/RequestRefusals.ts"
import { endOfText, quotationMark } from "./FileInBody.ts"

export interface Fault {
  readonly code: "MALFORMED_JSON" | "INVALID_TEXT"
  readonly detail: string
  readonly errors?: ReadonlyArray<Violation>
}

const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d

/** This check runs before parsing, because a parser would build every level. */
const isDeeper = (bytes: Uint8Array, levels: number): boolean => {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quotationMark) at = endOfText(bytes, at + 1)
    else if (isOpening(byte) && ++depth > levels) return true
    else if (isClosing(byte)) depth--
  }
  return false
}

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Matches every escaped surrogate. Only escapes can produce lone surrogates, because UTF-8 cannot encode them. */
const halfOfPair = /\\u[dD][89a-fA-F]/

const isBroken = (text: unknown): boolean => typeof text === "string" && !text.isWellFormed()

/**
 * Yields the names and values in `container` that have a lone surrogate, in the order of the body. `path` is the path
 * to the container. The caller wraps the body in a list, because the body itself can be a string.
 */
function* brokenTexts(container: object, path: Array<string>): Generator<Violation> {
  for (const [key, member] of Object.entries(container)) {
    path.push(key)
    if (isBroken(key) || isBroken(member)) {
      yield {
        pointer: BrokenRules.pointerOf(path.slice(1)),
        code: "INVALID_TEXT",
        detail: "Contains an unpaired surrogate."
      }
    }
    if (typeof member === "object" && member !== null) yield* brokenTexts(member, path)
    path.pop()
  }
}

const decoder = new TextDecoder()

/** Returns the value of a body, or its first fault. */
export const read = (
  bytes: Uint8Array,
  maxDepth: number
): { readonly value: unknown; readonly fault?: never } | { readonly fault: Fault } => {
  if (!isUtf8(bytes)) return { fault: table.notUtf8 }
  if (isDeeper(bytes, maxDepth)) return { fault: table.tooDeep(maxDepth) }
  const text = decoder.decode(bytes)
  const parsed = parse(text)
  if (parsed === undefined) return { fault: table.notJson }
  const { errors } = BrokenRules.named(halfOfPair.test(text) ? brokenTexts([parsed.value], []) : [])
  if (errors.length === 0) return parsed
  return { fault: { ...table.unpairedSurrogates, errors } }
}
