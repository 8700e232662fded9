/**
 * Accepts an SVG file only if it does nothing but draw. Allows what a drawing needs instead of listing what is
 * dangerous, and parses so strictly that no browser can read the file differently.
 */

/** The elements that a drawing may contain. None of them can load, execute, animate or repeat anything. */
const elements = new Set(
  (
    "svg g title desc defs path rect circle ellipse line polyline polygon text tspan " +
    "linearGradient radialGradient stop clipPath mask style"
  ).split(" ")
)

const advice: Readonly<Record<string, string>> = {
  script: "a logo must not have scripts",
  foreignObject: "a logo must not have HTML in it",
  image: "a logo must not load another picture: draw it as paths",
  use: "save it with all shapes in their places, without symbols",
  animate: "a logo must not move",
  filter: "save it without filters"
}

const piece =
  /<!--(?:(?!--)[^])*-->|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y

const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Matches an `&` that does not begin one of the five predefined references, such as `&amp;`. Other references, such as
 * numeric ones, can hide what a value says.
 */
const plainReference = /&(?!(?:amp|lt|gt|quot|apos);)/

/** Returns true if a value could load a file with `url(…)`. Any backslash counts, because it could hide a `url`. */
const loadsFiles = (value: string): boolean => /\\|url\(\s*(?!['"]?#)/i.test(value)

const faultOfAttribute = (name: string, value: string): string | undefined => {
  if (/^on/i.test(name)) return `the attribute ${name} runs a script`
  if (/^xmlns(?::|$)/.test(name)) return undefined
  if (/(?:^|:)(?:href|src|base)$/i.test(name) && !value.startsWith("#")) {
    return `the attribute ${name} refers to something outside the file`
  }
  return loadsFiles(value) ? `the attribute ${name} refers to something outside the file` : undefined
}

const faultOfTag = (name: string, attributes: string): string | undefined => {
  if (!elements.has(name)) {
    return `the element ${name} is not allowed: ${advice[name] ?? "save it as a plain SVG file, without the program's own data"}`
  }
  for (const [, key = "", double, single] of attributes.matchAll(attribute)) {
    const found = faultOfAttribute(key, double ?? single ?? "")
    if (found !== undefined) return found
  }
  return undefined
}

const declaration = /^\uFEFF?\s*(?:<\?xml\s[^?<>]*\?>)?/

const faultOfText = (text: string, open: string | undefined): string | undefined => {
  if (plainReference.test(text)) return "it has entities: write the characters themselves"
  if (open === undefined) return text.trim() === "" ? undefined : "there is text outside the svg element"
  return open === "style" && (text.includes("@") || loadsFiles(text)) ? "its styles load other files" : undefined
}

/**
 * Returns why a browser should not receive this SVG file, or `undefined` if it only draws. The reason is written for
 * the person who chose the file.
 */
export const faultOf = (svg: string): string | undefined => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(svg)) return "it has a document type, which can define entities: remove the DOCTYPE"
  const start = declaration.exec(svg)?.[0].length ?? 0
  const open: Array<string> = []
  let roots = 0
  piece.lastIndex = start
  while (piece.lastIndex < svg.length) {
    const at = piece.lastIndex
    const [whole, closes, name, attributes = "", isEmpty, text] = piece.exec(svg) ?? []
    if (whole === undefined) return `it is not well-formed at character ${at + 1}`
    if (text !== undefined) {
      const found = faultOfText(text, open.at(-1))
      if (found !== undefined) return found
    } else if (name !== undefined && closes === "/") {
      if (open.pop() !== name) return `the tag </${name}> closes nothing`
    } else if (name !== undefined) {
      if (open.length === 0 && (name !== "svg" || roots++ > 0)) return "its only outermost element must be svg"
      const found = plainReference.test(attributes)
        ? "it has entities: write the characters themselves"
        : faultOfTag(name, attributes)
      if (found !== undefined) return found
      if (isEmpty !== "/") open.push(name)
    }
  }
  return open.length > 0 || roots === 0 ? "it ends before the svg element does" : undefined
}
