/** The font for Lithuanian and Latvian, which have characters (ė, ū, ķ) that PDF readers' built-in fonts lack. */
import { Effect } from "effect"
import type { Font } from "fontkit"
import { fileURLToPath } from "node:url"

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Accepts an opened font, which pdfkit's own type declarations do not allow. */
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
 * Looks up each glyph by its own character, before any document does. fontkit caches a glyph's character on the first
 * lookup, and caches none if it found the glyph as a part of another (the z in ž). Without these lookups, a document's
 * text mapping would depend on the documents that were rendered before it.
 */
const lookUpEveryGlyph = (font: Font): Font => {
  for (const [first, last] of ranges) {
    for (let codePoint: number = first; codePoint <= last; codePoint++) font.glyphForCodePoint(codePoint)
  }
  return font
}

/** Opens the font, which takes fifteen times as long as rendering a document. Each document embeds a subset. */
export const open: Effect.Effect<Font> = Effect.promise(async () => {
  const fontkit = await import("fontkit")
  const file = fileURLToPath(import.meta.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"))
  const font = await fontkit.open(file)
  if (!("layout" in font)) throw new Error(`${file} holds more than one font`)
  return lookUpEveryGlyph(font)
})
