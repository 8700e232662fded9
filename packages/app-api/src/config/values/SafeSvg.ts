/**
 * Accepts an SVG picture only if it draws and does nothing else. Lists not what is dangerous but what a drawing needs,
 * and reads the text so strictly that no browser can read it differently.
 */

/** The elements of a drawing. None of them loads, runs, moves or repeats anything. */
const elements = new Set(
  (
    "svg g title desc defs path rect circle ellipse line polyline polygon text tspan " +
    "linearGradient radialGradient stop clipPath mask style"
  ).split(" ")
)

/** What to do about elements that drawing programs often write. */
const advice: Readonly<Record<string, string>> = {
  script: "a logo must not have scripts",
  foreignObject: "a logo must not have HTML in it",
  image: "a logo must not load another picture: draw it as paths",
  use: "save it with all shapes in their places, without symbols",
  animate: "a logo must not move",
  filter: "save it without filters"
}

/** One piece of a file: a comment, a tag, or text without markup. */
const piece =
  /<!--(?:(?!--)[^])*-->|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y

const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * The references that every XML file can have. References of other kinds, such as numbers, can hide what a value says.
 */
const plainReference = /&(?!(?:amp|lt|gt|quot|apos);)/

/**
 * Returns true if a style can load files. A style does so with `url`, which backslashes can hide. Attributes can
 * contain styles, too.
 */
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

/** What may come before the picture's root element. */
const declaration = /^\uFEFF?\s*(?:<\?xml\s[^?<>]*\?>)?/

/** Returns what is wrong with the text between tags, inside the innermost open element. */
const faultOfText = (text: string, open: string | undefined): string | undefined => {
  if (plainReference.test(text)) return "it has entities: write the characters themselves"
  if (open === undefined) return text.trim() === "" ? undefined : "there is text outside the svg element"
  return open === "style" && (text.includes("@") || loadsFiles(text)) ? "its styles load other files" : undefined
}

/**
 * Returns why a browser should not get this SVG file, or `undefined` if it only draws. The reasons are for the person
 * who chose the file.
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
