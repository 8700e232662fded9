/**
 * What a logo may contain. A PNG is pixels. An SVG is a document that could run scripts, load other files and show foreign
 * pages, so only drawings are allowed: known elements, no handlers, and references only to parts of the same file.
 */

/** The largest logo, in bytes, because every visitor loads it. */
export const maxBytes = 64 * 1024

const pngStart = "89504e470d0a1a0a"

const elements = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan linearGradient " +
    "radialGradient stop clipPath mask pattern filter feGaussianBlur feOffset feBlend feFlood feComposite feColorMatrix"
  ).split(" ")
)

/** What no drawing needs, and how to say so. */
const refused: ReadonlyArray<readonly [found: RegExp, fault: string]> = [
  [/<!(?!--)/, "has a document type or an entity"],
  [/<\?(?!xml\s)/, "has a processing instruction"],
  [/[\s"'/]on[\w-]*\s*=/i, "has an event handler"],
  [/href\s*=(?!\s*["']#)/i, "has a link that leaves the file"],
  [/url\s*\((?!\s*["']?#)/i, "has a url() that leaves the file"],
  [/@|javascript:|data:/i, "has an import or an address"],
  [/\\/, "has a backslash, which could hide one of these"]
]

const svgFaults = (text: string): ReadonlyArray<string> => {
  if (!/^\uFEFF?\s*(?:<\?xml\s[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*<svg[\s>]/.test(text)) return ["is not an SVG"]
  const drawing = text.replace(/<!--[^]*?-->/g, "")
  const unknown = Array.from(drawing.matchAll(/<\/?([^\s/>?!]+)/g), ([, name = ""]) => name).find(
    (name) => !elements.has(name)
  )
  return [
    ...refused.flatMap(([found, fault]) => (found.test(drawing) ? [fault] : [])),
    ...(unknown === undefined ? [] : [`has the element ${unknown}; draw it with shapes`])
  ]
}

const decode = (content: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

/** Describes why a file cannot be a logo. Its name ends with `.png` or `.svg`. */
export const faultsOf = (name: string, content: Uint8Array): ReadonlyArray<string> => {
  if (content.byteLength > maxBytes) return [`is longer than ${maxBytes} bytes`]
  if (name.endsWith(".png")) {
    return Buffer.from(content).toString("hex", 0, pngStart.length / 2) === pngStart ? [] : ["is not a PNG"]
  }
  const text = decode(content)
  return text === undefined ? ["is not UTF-8"] : svgFaults(text)
}
