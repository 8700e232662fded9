/** The font of Lithuanian and Latvian documents, whose characters (ė, ū, ķ) the built-in fonts of PDF readers lack. */
import { Effect } from "effect"
import type { Font } from "fontkit"
import { fileURLToPath } from "node:url"

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Accepts an opened font. pdfkit's own type declarations lack this overload. */
      font(source: Font): this
    }
  }
}

/** European Latin characters, currency signs and dashes. */
const ranges = [
  [0x0020, 0x024f],
  [0x1e00, 0x1eff],
  [0x2010, 0x203a],
  [0x20a0, 0x20bf]
] as const

/**
 * Looks up every glyph once by its own character. At a glyph's first lookup, fontkit caches the glyph's character, or
 * no character if the glyph was found as part of another glyph (the z of ž). Without these lookups, a document's
 * text mapping would depend on the documents rendered before.
 */
const lookUpEveryGlyph = (font: Font): Font => {
  for (const [first, last] of ranges) {
    for (let codePoint: number = first; codePoint <= last; codePoint++) font.glyphForCodePoint(codePoint)
  }
  return font
}

/** Opens the font, which takes fifteen times as long as rendering a document. Each document embeds its own subset. */
export const open: Effect.Effect<Font> = Effect.promise(async () => {
  const fontkit = await import("fontkit")
  const file = fileURLToPath(import.meta.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"))
  const font = await fontkit.open(file)
  if (!("layout" in font)) throw new Error(`${file} holds more than one font`)
  return lookUpEveryGlyph(font)
})
