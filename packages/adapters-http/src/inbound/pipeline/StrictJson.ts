/**
 * JSON that is safe to decode: UTF-8, shallow, without repeated members and without lone surrogates (spec 7, 8).
 * The cost of the check depends only on the number of bytes.
 */
import { isUtf8 } from "node:buffer"
import type { Violation } from "@sheaf/domain/Violation"
import * as Violations from "../problems/Violations.ts"
import { apiError } from "../problems/ApiErrors.ts"
import type { ApiError } from "../problems/ApiErrors.ts"
import { endOfText, quotationMark } from "./FileLength.ts"

export type StrictJsonError = Extract<
  ApiError,
  { readonly _tag: "NotJson" | "NotUtf8" | "RepeatedMembers" | "TooDeep" | "UnpairedSurrogates" }
>

const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d

const openingBrace = 0x7b
const colon = 0x3a
const comma = 0x2c

/**
 * Counts the members of all objects in valid JSON, or returns `undefined` if it has more than `levels` levels. This
 * check runs before parsing, because a parser would build every level.
 */
const countMembers = (bytes: Uint8Array, levels: number): number | undefined => {
  let depth = 0
  let members = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quotationMark) at = endOfText(bytes, at + 1)
    else if (byte === colon) members++
    else if (isOpening(byte) && ++depth > levels) return undefined
    else if (isClosing(byte)) depth--
  }
  return members
}

/**
 * Counts the members of all objects in a parsed value. Of several members with the same name, the parser keeps only the
 * last.
 */
const keptMembers = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  const children: ReadonlyArray<unknown> = Array.isArray(value) ? value : Object.values(value)
  let members = Array.isArray(value) ? 0 : children.length
  for (const child of children) members += keptMembers(child)
  return members
}

/** Yields each name that an object in valid JSON repeats, in the order of the body. */
function* repeatedMembers(bytes: Uint8Array): Generator<Violation> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const containers: Array<{ readonly names: Map<string, number> | undefined; step: string | number | undefined }> = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    const container = containers.at(-1)
    if (isOpening(byte)) {
      containers.push(byte === openingBrace ? { names: new Map(), step: undefined } : { names: undefined, step: 0 })
    } else if (isClosing(byte)) {
      containers.pop()
    } else if (byte === comma && container !== undefined) {
      container.step = typeof container.step === "number" ? container.step + 1 : undefined
    } else if (byte === quotationMark) {
      const end = endOfText(bytes, at + 1)
      if (container?.names !== undefined && container.step === undefined) {
        const written = text.toString("utf8", at + 1, end)
        const name: string = written.includes("\\") ? JSON.parse(`"${written}"`) : written
        container.step = name
        const times = container.names.get(name) ?? 0
        if (times === 1) {
          const path = containers.map(({ step = "" }) => step)
          yield { pointer: Violations.pointerOf(path), code: "DUPLICATE_MEMBER", detail: "Appears more than once." }
        }
        container.names.set(name, times + 1)
      }
      at = end
    }
  }
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
 * Yields the names and values in `container` that contain a lone surrogate, in the order of the body. `path` leads to
 * the container. The caller wraps the body in a list, because the body itself can be a string.
 */
function* brokenTexts(container: object, path: Array<string>): Generator<Violation> {
  for (const [key, member] of Object.entries(container)) {
    path.push(key)
    if (isBroken(key) || isBroken(member)) {
      yield {
        pointer: Violations.pointerOf(path.slice(1)),
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
): { readonly value: unknown; readonly fault?: never } | { readonly fault: StrictJsonError } => {
  if (!isUtf8(bytes)) return { fault: apiError("NotUtf8") }
  const members = countMembers(bytes, maxDepth)
  if (members === undefined) return { fault: { _tag: "TooDeep", levels: maxDepth } }
  const text = decoder.decode(bytes)
  const parsed = parse(text)
  if (parsed === undefined) return { fault: apiError("NotJson") }
  if (keptMembers(parsed.value) < members) {
    return { fault: { _tag: "RepeatedMembers", errors: Violations.takeFitting(repeatedMembers(bytes)).errors } }
  }
  const { errors } = Violations.takeFitting(halfOfPair.test(text) ? brokenTexts([parsed.value], []) : [])
  if (errors.length === 0) return parsed
  return { fault: { _tag: "UnpairedSurrogates", errors } }
}
