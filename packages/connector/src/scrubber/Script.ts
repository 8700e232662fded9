/**
 * Finds the data and the string literals in JavaScript, as far as scrubbing requires. Everything else is treated as
 * code.
 */

export type ScriptPart =
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "json"; readonly value: unknown }
  | { readonly type: "string"; readonly quote: string; readonly text: string }

const strings = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y

const escapes = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([0-3]?[0-7]{1,2})|([^ux0-7]))/g

const controls: Readonly<Record<string, string>> = { b: " ", f: " ", n: "\n", r: "\r", t: "\t", v: " " }

export const decodeEscapes = (text: string): string =>
  text.replaceAll(escapes, (_, ...groups: ReadonlyArray<unknown>) => {
    const [byte, unit, point, octal, character] = groups
      .slice(0, 5)
      .map((group) => (typeof group === "string" ? group : ""))
    if (character) return controls[character] ?? character
    const code = octal ? parseInt(octal, 8) : parseInt(byte || unit || point || "", 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ""
  })

export const quoteText = (text: string, quote: string): string =>
  quote +
  text.replaceAll(/[\\"'\n\r]/g, (each) => (each === "\n" ? "\\n" : each === "\r" ? "\\r" : `\\${each}`)) +
  quote

/** Data that is longer than this is treated as code. */
const maxDataLength = 2_000_000

const endOfData = (text: string, from: number): number | undefined => {
  let depth = 0
  for (let at = from; at < text.length && at - from < maxDataLength; at++) {
    const character = text[at]
    if (character === '"') {
      strings.lastIndex = at
      if (!strings.test(text)) return undefined
      at = strings.lastIndex - 1
    } else if (character === "{" || character === "[") depth++
    else if (character === "}" || character === "]") {
      if (--depth === 0) return at + 1
    } else if (!/[\s:,\d.eE+\-truefalsn]/.test(character ?? "")) return undefined
  }
  return undefined
}

const dataAt = (text: string, from: number): { readonly end: number; readonly value: unknown } | undefined => {
  const end = endOfData(text, from)
  if (end === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text.slice(from, end))
    return { end, value }
  } catch {
    return undefined
  }
}

/** The maximum number of attempts to find data in a script. More would take too long. */
const maxTries = 1000

export const partsOf = (text: string): ReadonlyArray<ScriptPart> => {
  const parts: Array<ScriptPart> = []
  let end = 0
  let tries = 0
  const take = (part: ScriptPart, from: number, to: number) => {
    if (from > end) parts.push({ type: "code", text: text.slice(end, from) })
    parts.push(part)
    end = to
  }
  const starts = /["'[{]/g
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const { 0: start, index } = match
    if (start === "[" || start === "{") {
      const data = tries++ < maxTries ? dataAt(text, index) : undefined
      if (data !== undefined) take({ type: "json", value: data.value }, index, data.end)
    } else {
      strings.lastIndex = index
      const [string] = strings.exec(text) ?? []
      if (string !== undefined) {
        take({ type: "string", quote: start, text: decodeEscapes(string.slice(1, -1)) }, index, index + string.length)
      }
    }
    starts.lastIndex = Math.max(end, index + 1)
  }
  if (end < text.length) parts.push({ type: "code", text: text.slice(end) })
  return parts
}
