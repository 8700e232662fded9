/** The parts of HTML and XML, as far as scrubbing needs them. What is no markup counts as text. */

export type MarkupPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "script"; readonly text: string }
  | { readonly type: "close"; readonly name: string }
  | {
      readonly type: "open"
      readonly name: string
      readonly attributes: ReadonlyArray<readonly [name: string, value: string | undefined]>
      readonly end: string
    }

/** Comments, declarations and style sheets are dropped. */
const dropped = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|<style\b[\s\S]*?(?:<\/style\s*>|$)|<[!?][^>]*>/gi

const tagStart = /<(\/?)([a-zA-Z][^\s/>]{0,63})/g

const attribute = /[\s/]*([^\s"'/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?/y

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

/** Decodes entities. Scrubbing replaces what it cannot decode. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{2,8}));/g, (whole, decimal, hex, name) => {
    if (typeof name === "string") return entities[name.toLowerCase()] ?? whole
    const code = typeof hex === "string" ? parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ""
  })

export const encodeEntities = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Reads the attributes from `from`, and returns the position after the tag. */
const readAttributes = (text: string, from: number) => {
  const attributes: Array<readonly [string, string | undefined]> = []
  attribute.lastIndex = from
  let end = from
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
    const [, name = "", double, single, bare] = match
    const value = double ?? single ?? bare
    attributes.push([name, value === undefined ? undefined : decodeEntities(value)])
    end = attribute.lastIndex
  }
  const close = text.indexOf(">", end)
  const after = close === -1 ? text.length : close + 1
  return { attributes, isClosed: text[after - 2] === "/", after }
}

/** Splits markup into its parts. */
export const partsOf = (markup: string): ReadonlyArray<MarkupPart> => {
  const text = markup.replaceAll(dropped, "")
  const parts: Array<MarkupPart> = []
  let end = 0
  let inScript = false
  tagStart.lastIndex = 0
  for (let match = tagStart.exec(text); match !== null; match = tagStart.exec(text)) {
    const [, slash = "", name = ""] = match
    const isClosing = slash === "/"
    if (inScript && !(isClosing && name.toLowerCase() === "script")) continue
    const between = text.slice(end, match.index)
    if (between !== "") parts.push({ type: inScript ? "script" : "text", text: between })
    const { after, attributes, isClosed } = readAttributes(text, tagStart.lastIndex)
    inScript = !isClosing && !isClosed && name.toLowerCase() === "script"
    parts.push(isClosing ? { type: "close", name } : { type: "open", name, attributes, end: isClosed ? "/" : "" })
    tagStart.lastIndex = end = after
  }
  const rest = text.slice(end)
  if (rest !== "") parts.push({ type: inScript ? "script" : "text", text: rest })
  return parts
}
