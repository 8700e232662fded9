/** Parses HTML and XML as far as scrubbing requires. Everything that it does not recognize is treated as plain text. */

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

const dropped = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[|\]\]>|<style\b[\s\S]*?(?:<\/style\s*>|$)|<[!?][^>]*>/gi

const tagStart = /<(\/?)([a-zA-Z][^\s/>]{0,63})/g

const attribute = /[\s/]*([^\s"'/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?/y

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

/** Decodes numeric entities and the names in `entities`. Keeps all other entities; the scrubber replaces them. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{2,8}));/g, (whole, decimal, hex, name) => {
    if (typeof name === "string") return entities[name.toLowerCase()] ?? whole
    const code = typeof hex === "string" ? parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ""
  })

export const encodeEntities = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

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

export const markupNames = new Set(
  `a abbr address area article aside audio b base body br button caption code col colgroup dd details div dl dt em embed fieldset
  figure footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label legend li link main map meta nav noscript ol
  optgroup option output p picture pre script section select small source span strong sub summary sup svg table tbody td template
  textarea tfoot th thead time title tr u ul video path
  accept action align alt async autocomplete autofocus charset checked class cols colspan content defer disabled enctype for
  height href http-equiv id lang maxlength media method minlength multiple name novalidate pattern placeholder readonly rel
  required role rows rowspan scope selected size src style tabindex target type value width`
    .split(/\s+/)
    .filter((name) => name !== "")
)

/** Attribute values that say nothing about a person. */
export const markupValues = new Set(
  `get post hidden text password submit checkbox radio button email tel number date file search url image reset stylesheet icon
  utf-8 application/json application/ld+json text/javascript module text/html text/css text/css row col rowgroup colgroup on off
  true false content-type application/x-www-form-urlencoded multipart/form-data viewport alert status`.split(/\s+/)
)

export const isMarkupWord = (word: string): boolean =>
  markupNames.has(word.toLowerCase()) || markupValues.has(word.toLowerCase())

export const addresses = new Set(["href", "src", "action", "formaction", "data-url", "data-href"])
