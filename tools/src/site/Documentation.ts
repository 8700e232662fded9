/** Finds the links, paths and scripts that a Markdown file mentions, so that tests detect outdated documents. */

export interface Link {
  /** The path, relative to the document's folder. Empty for links within the document. */
  readonly path: string
  readonly heading?: string
}

const withoutCode = (markdown: string): string =>
  markdown.replace(/^ *```[\s\S]*?^ *```/gm, "").replace(/`[^`\n]*`/g, "")

const isElsewhere = (target: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(target)

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

/** Returns the anchors of the headings: in lowercase, with hyphens for spaces, and without punctuation. */
export const headingAnchorsIn = (markdown: string): ReadonlyArray<string> => {
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

export interface FencedCodeBlock {
  /** The words after the opening fence, such as `sh` or `sh not-run`. */
  readonly info: string
  readonly code: string
}

/**
 * Returns the fenced code blocks. If a block is indented, for example inside a list item, its indentation is removed.
 */
export const fencedCodeBlocksIn = (markdown: string): ReadonlyArray<FencedCodeBlock> =>
  Array.from(markdown.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm), ([, indent = "", info = "", code = ""]) => ({
    info: info.trim(),
    code: code.replaceAll(new RegExp(`^${indent}`, "gm"), "")
  }))

const folders = "(?:packages|tools|docs|\\.ci)"

export const workspacePathsIn = (markdown: string): ReadonlyArray<string> =>
  Array.from(markdown.matchAll(new RegExp(`\`(${folders}/[\\w./-]*)\``, "g")), ([, path = ""]) => path)

export const npmScriptsIn = (markdown: string): ReadonlyArray<string> => {
  const run = Array.from(markdown.matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g), ([, name = ""]) => name)
  const short = Array.from(markdown.matchAll(/\bnpm (start|test)\b/g), ([, name = ""]) => name)
  return [...run, ...short]
}
