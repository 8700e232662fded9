/** Finds where a text stops being valid JSON (RFC 8259), to tell the client. */

const opening: Readonly<Record<string, string>> = { "{": "}", "[": "]" }

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

const space = /[ \t\n\r]*/y

/** Returns where the string that starts at `from` ends, or `undefined` if the text ends first. */
const endOfString = (json: string, from: number): number | undefined => {
  for (let at = from + 1; at < json.length; at++) {
    if (json[at] === "\\") at++
    else if (json[at] === '"') return at + 1
    else if (json[at] === "\n") return undefined
  }
  return undefined
}

const endOfScalar = (json: string, from: number): number | undefined => {
  scalar.lastIndex = from
  return scalar.test(json) ? scalar.lastIndex : undefined
}

type Expected = "COLON" | "NAME" | "NAME_OR_END" | "NEXT" | "VALUE" | "VALUE_OR_END"

/**
 * Returns the index of the first character that makes the JSON invalid, or `undefined` if only a string's content is
 * invalid.
 */
const faultIn = (json: string): number | undefined => {
  const closers: Array<string> = []
  // A function call keeps the compiler from narrowing the type to the first value.
  let expected = ((): Expected => "VALUE")()
  for (let at = 0; ;) {
    space.lastIndex = at
    space.test(json)
    at = space.lastIndex
    const character = json[at]
    if (character === undefined) return expected === "NEXT" && closers.length === 0 ? undefined : at
    const mayEnd = expected === "NAME_OR_END" || expected === "VALUE_OR_END" || expected === "NEXT"
    if (mayEnd && character === closers.at(-1)) {
      closers.pop()
      expected = "NEXT"
      at++
    } else if (expected === "NEXT" || expected === "COLON") {
      if (character !== (expected === "COLON" ? ":" : ",") || closers.length === 0) return at
      expected = expected === "NEXT" && closers.at(-1) === "}" ? "NAME" : "VALUE"
      at++
    } else if (character === '"') {
      const end = endOfString(json, at)
      if (end === undefined) return at
      expected = expected === "NAME" || expected === "NAME_OR_END" ? "COLON" : "NEXT"
      at = end
    } else {
      if (expected === "NAME" || expected === "NAME_OR_END") return at
      const closer = opening[character]
      const end: number | undefined = closer === undefined ? endOfScalar(json, at) : at + 1
      if (end === undefined) return at
      if (closer !== undefined) closers.push(closer)
      expected = closer === undefined ? "NEXT" : closer === "}" ? "NAME_OR_END" : "VALUE_OR_END"
      at = end
    }
  }
}

/**
 * Returns the position of the first fault, counted from 1: for `{"a": }` it is `line 1, column 7`. Returns `undefined`
 * if only the content of a string is invalid.
 */
export const placeOf = (json: string): string | undefined => {
  const at = faultIn(json)
  if (at === undefined) return undefined
  const lines = json.slice(0, at).split("\n")
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`
  return at >= json.length ? `${place}, where the body ends` : place
}
