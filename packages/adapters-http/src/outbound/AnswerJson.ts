/**
 * Whether an answer is JSON that is safe to decode: UTF-8, shallow, and made of texts only that can be written down again
 * (decisions 12). Others wrote it, and it may be long: what it costs grows with its length, and with nothing else.
 */
import { Option } from "effect"

/** How many arrays and objects may lie in each other: several times as many as in anything that is read. */
const deepest = 64

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d

/** Looked at before it is parsed, because that goes as deep as the answer. */
const isDeeper = (bytes: Uint8Array, levels: number): boolean => {
  let depth = 0
  let inText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === quote) inText = !inText
    else if (inText) index += byte === backslash ? 1 : 0
    else if (isOpening(byte) && ++depth > levels) return true
    else if (isClosing(byte)) depth--
  }
  return false
}

/** The escape of half of a surrogate pair: in UTF-8, half a pair cannot come without one. */
const halfOfPair = /\\u[dD][89a-fA-F]/

const isWellFormed = (value: unknown): boolean => {
  if (typeof value === "string") return value.isWellFormed()
  if (typeof value !== "object" || value === null) return true
  if (Array.isArray(value)) return value.every(isWellFormed)
  return Object.keys(value).every(isWellFormed) && Object.values(value).every(isWellFormed)
}

const decoder = new TextDecoder("utf-8", { fatal: true })

/** The value of an answer; nothing when it is none, or cannot be used. */
export const read = (bytes: Uint8Array): Option.Option<unknown> => {
  if (isDeeper(bytes, deepest)) return Option.none()
  try {
    const text = decoder.decode(bytes)
    const value: unknown = JSON.parse(text)
    return halfOfPair.test(text) && !isWellFormed(value) ? Option.none() : Option.some(value)
  } catch {
    return Option.none()
  }
}
