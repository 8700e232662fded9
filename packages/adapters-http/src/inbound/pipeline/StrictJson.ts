/**
 * Parses JSON strictly: it must be UTF-8 and not too deep, without repeated members or lone surrogates (spec 7, 8).
 * Takes linear time for any input.
 */
import { isUtf8 } from "node:buffer"
import type { Violation } from "@sheaf/domain/Violation"
import * as JsonPlace from "./JsonPlace.ts"
import * as Violations from "../problems/Violations.ts"
import { apiError } from "../problems/ApiErrors.ts"
import type { ApiError } from "../problems/ApiErrors.ts"

export type StrictJsonError = Extract<
  ApiError,
  { readonly _tag: "NotJson" | "NotUtf8" | "RepeatedMembers" | "TooDeep" | "UnpairedSurrogates" }
>

const quotationMark = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openingBrace = 0x7b

const isOpening = (code: number): boolean => code === 0x5b || code === openingBrace
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d

const endOfString = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let before = at
    while (json.charCodeAt(before - 1) === backslash) before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return json.length
}

/**
 * Counts the members of all objects in valid JSON, or returns `undefined` if it is deeper than `levels`. Runs before
 * parsing, because a parser would build every level.
 */
const countMembers = (json: string, levels: number): number | undefined => {
  let depth = 0
  let members = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quotationMark) at = endOfString(json, at + 1)
    else if (code === colon) members++
    else if (isOpening(code) && ++depth > levels) return undefined
    else if (isClosing(code)) depth--
  }
  return members
}

/**
 * Counts the members of all objects in a parsed value. Of several members with the same name, the parser keeps only the
 * last.
 */
const keptMembers = (value: object): number => {
  const children: ReadonlyArray<unknown> = Array.isArray(value) ? value : Object.values(value)
  let members = Array.isArray(value) ? 0 : children.length
  for (let at = 0; at < children.length; at++) {
    const child = children[at]
    if (typeof child === "object" && child !== null) members += keptMembers(child)
  }
  return members
}

function* repeatedMembers(json: string): Generator<Violation> {
  const containers: Array<{ readonly names: Map<string, number> | undefined; step: string | number | undefined }> = []
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    const container = containers.at(-1)
    if (isOpening(code)) {
      containers.push(code === openingBrace ? { names: new Map(), step: undefined } : { names: undefined, step: 0 })
    } else if (isClosing(code)) {
      containers.pop()
    } else if (code === comma && container !== undefined) {
      container.step = typeof container.step === "number" ? container.step + 1 : undefined
    } else if (code === quotationMark) {
      const end = endOfString(json, at + 1)
      if (container?.names !== undefined && container.step === undefined) {
        const written = json.slice(at + 1, end)
        const name: string = written.includes("\\") ? JSON.parse(`"${written}"`) : written
        container.step = name
        const times = container.names.get(name) ?? 0
        if (times === 1) {
          const path = containers.map(({ step = "" }) => step)
          yield { pointer: Violations.jsonPointerOf(path), code: "DUPLICATE_MEMBER", detail: "Appears more than once." }
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

/** Matches an escaped surrogate. Only an escape can produce a lone surrogate, because UTF-8 cannot encode it. */
const halfOfPair = /\\u[dD][89a-fA-F]/

const isBroken = (text: unknown): boolean => typeof text === "string" && !text.isWellFormed()

/**
 * Yields the names and values in `container` that contain a lone surrogate, in body order. `path` leads to the
 * container. Callers wrap the body in a list, because the body may itself be a string.
 */
function* brokenTexts(container: object, path: Array<string>): Generator<Violation> {
  for (const [key, member] of Object.entries(container)) {
    path.push(key)
    if (isBroken(key) || isBroken(member)) {
      yield {
        pointer: Violations.jsonPointerOf(path.slice(1)),
        code: "INVALID_TEXT",
        detail: "Contains an unpaired surrogate."
      }
    }
    if (typeof member === "object" && member !== null) yield* brokenTexts(member, path)
    path.pop()
  }
}

export type StrictJsonResult = { readonly value: unknown; readonly fault?: never } | { readonly fault: StrictJsonError }

const withSoundTexts = (json: string, parsed: { readonly value: unknown }): StrictJsonResult => {
  if (!json.includes("\\u") || !halfOfPair.test(json)) return parsed
  const { errors } = Violations.takeWithinLimits(brokenTexts([parsed.value], []))
  return errors.length === 0 ? parsed : { fault: { _tag: "UnpairedSurrogates", errors } }
}

const readSound = (json: string, maxDepth: number): StrictJsonResult => {
  const members = countMembers(json, maxDepth)
  if (members === undefined) return { fault: { _tag: "TooDeep", levels: maxDepth } }
  const parsed = parse(json)
  if (parsed === undefined) return { fault: { _tag: "NotJson", place: JsonPlace.placeOf(json) } }
  if (keptMembers([parsed.value]) < members) {
    return { fault: { _tag: "RepeatedMembers", errors: Violations.takeWithinLimits(repeatedMembers(json)).errors } }
  }
  return withSoundTexts(json, parsed)
}

const decoder = new TextDecoder()

export const parseBytes = (bytes: Uint8Array, maxDepth: number): StrictJsonResult =>
  isUtf8(bytes) ? readSound(decoder.decode(bytes), maxDepth) : { fault: apiError("NotUtf8") }

/**
 * Parses a body that a client in this process passed as text from `JSON.stringify`. Returns its value or its first
 * fault. Such a body cannot repeat members, and needs no depth limit because it is already in memory.
 */
export const parseOwnJson = (json: string): StrictJsonResult => {
  if (!json.isWellFormed()) return { fault: apiError("NotUtf8") }
  const parsed = parse(json)
  return parsed === undefined ? { fault: { _tag: "NotJson", place: undefined } } : withSoundTexts(json, parsed)
}
