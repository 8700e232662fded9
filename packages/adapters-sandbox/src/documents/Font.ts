/**
 * The font for Lithuanian and Latvian, whose characters (ė, ū, ķ) are missing from the built-in fonts of PDF readers.
 */
import { Effect } from "effect"
import type { Font } from "fontkit"
import { fileURLToPath } from "node:url"

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Accepts a font object, which pdfkit supports although its own type declarations do not. */
      font(source: Font): this
    }
  }
}

/** Latin characters of European languages, currency signs and dashes. */
const ranges = [
  [0x0020, 0x024f],
  [0x1e00, 0x1eff],
  [0x2010, 0x203a],
  [0x20a0, 0x20bf]
] as const

/**
 * Looks up every glyph by its own character before any document is rendered. fontkit caches a glyph's character on the
 * first lookup. If that lookup found the glyph as a part of another one (the z in ž), fontkit caches no character, so a
 * document's text mapping would depend on the documents rendered before it.
 */
const lookUpEveryGlyph = (font: Font): Font => {
  for (const [first, last] of ranges) {
    for (let codePoint: number = first; codePoint <= last; codePoint++) font.glyphForCodePoint(codePoint)
  }
  return font
}

/** Opens the font. This takes fifteen times as long as rendering a document. Each document embeds only a subset. */
export const open: Effect.Effect<Font> = Effect.promise(async () => {
  const fontkit = await import("fontkit")
  const file = fileURLToPath(import.meta.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"))
  const font = await fontkit.open(file)
  if (!("layout" in font)) throw new Error(`${file} holds more than one font`)
  return lookUpEveryGlyph(font)
})
