/** What a Markdown file points to: other files, headings, and scripts. Used to tell documents that have fallen behind. */

/** A relative link: to a file, to a heading of a file, or to a heading of the same file. */
export interface Link {
  /** Relative to the folder of the document; empty when the link stays in the document. */
  readonly path: string
  /** The heading, as it stands behind the `#`; absent when the link is to the file as a whole. */
  readonly heading?: string
}

const withoutCode = (markdown: string): string =>
  markdown.replace(/^ *```[\s\S]*?^ *```/gm, "").replace(/`[^`\n]*`/g, "")

const isElsewhere = (target: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(target)

/** The relative links of a document, those of reference style too. */
export const linksIn = (markdown: string): ReadonlyArray<Link> => {
  const text = withoutCode(markdown)
  const inline = Array.from(text.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g), ([, target = ""]) => target)
  const named = Array.from(text.matchAll(/^ *\[[^\]]+\]:\s*<?(\S+?)>?\s*$/gm), ([, target = ""]) => target)
  return [...inline, ...named]
    .filter((target) => !isElsewhere(target))
    .map((target) => {
      const [path = "", heading] = target.split("#")
      return { path: decodeURIComponent(path), ...(heading !== undefined && { heading }) }
    })
}

/** The headings of a document as links name them: in lower case, with hyphens for spaces and without punctuation. */
export const headingsIn = (markdown: string): ReadonlyArray<string> => {
  const text = markdown.replace(/^ *```[\s\S]*?^ *```/gm, "")
  const seen = new Map<string, number>()
  return Array.from(text.matchAll(/^#{1,6} +(.+?) *#*$/gm), ([, title = ""]) => {
    const name = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replace(/ /g, "-")
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return times === 0 ? name : `${name}-${times}`
  })
}

const folders = "(?:packages|tools|docs|\\.ci|\\.changeset)"

/** The files and folders of the workspace that a document names in code, such as `packages/domain/src/Fees.ts`. */
export const pathsIn = (markdown: string): ReadonlyArray<string> =>
  Array.from(markdown.matchAll(new RegExp(`\`(${folders}/[\\w./-]*)\``, "g")), ([, path = ""]) => path)

/** The scripts that a document tells to run: `npm run check`, `npm start`, `npm test`. */
export const scriptsIn = (markdown: string): ReadonlyArray<string> => {
  const run = Array.from(markdown.matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g), ([, name = ""]) => name)
  const short = Array.from(markdown.matchAll(/\bnpm (start|test)\b/g), ([, name = ""]) => name)
  return [...run, ...short]
}
