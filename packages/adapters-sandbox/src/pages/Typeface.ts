/** The typeface of Sheaf's own pages, embedded in the style sheet, because the sandbox's pages load no files. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const faceOf = (file: string, range: string): string => {
  const content = readFileSync(fileURLToPath(file), "base64")
  return `@font-face{font-family:Figtree;font-weight:300 900;src:url(data:font/woff2;base64,${content}) format("woff2");unicode-range:${range}}`
}

/** Builds the style sheet from the font files that cover the six languages. */
const makeStyle = (): string =>
  faceOf(
    import.meta.resolve("@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2"),
    "U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC,U+2122,U+2212"
  ) +
  faceOf(
    import.meta.resolve("@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2"),
    "U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F"
  )

const read: { style?: string } = {}

/** Returns the style sheet. Reads the font files when the first page is shown. */
export const typefaceStyle = (): string => (read.style ??= makeStyle())
