/** The font of letters with signs that the fonts of PDF readers lack: Lithuanian and Latvian ones (ė, ū, ķ). */
import { Effect } from "effect"
import type { Font } from "fontkit"
import { fileURLToPath } from "node:url"

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** pdfkit takes an opened font too; its type declarations leave that out. */
      font(source: Font): this
    }
  }
}

/** Latin as the languages of Europe write it, and the signs of prices and dashes. */
const ranges = [
  [0x0020, 0x024f],
  [0x1e00, 0x1eff],
  [0x2010, 0x203a],
  [0x20a0, 0x20bf]
] as const

/**
 * An opened font remembers of each glyph the letter that it was first asked for, and nothing where the glyph was first met
 * as a part of another (the z of ž). A letter set later would then map its text differently. So every glyph is asked for
 * once, by its own letter, before anything is set.
 */
const meetEveryLetter = (font: Font): Font => {
  for (const [first, last] of ranges) {
    for (let codePoint: number = first; codePoint <= last; codePoint++) font.glyphForCodePoint(codePoint)
  }
  return font
}

/** Opens the font. Opening takes fifteen times as long as setting a letter: open it once, each letter embeds its own subset. */
export const open: Effect.Effect<Font> = Effect.promise(async () => {
  const fontkit = await import("fontkit")
  const file = fileURLToPath(import.meta.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"))
  const font = await fontkit.open(file)
  if (!("layout" in font)) throw new Error(`${file} holds more than one font`)
  return meetEveryLetter(font)
})
