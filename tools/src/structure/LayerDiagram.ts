/**
 * Compares the import diagrams in documents with the actual imports. A diagram has rows of folders or packages. Each
 * folder or package imports only from the rows below its own.
 */
import type { FolderGraph } from "./FolderGraph.ts"
import type { SourceFile } from "./Sources.ts"

/**
 * Returns the words of each line in the `text` block that begins with `name`, from top to bottom. Omits the label that
 * a line can begin with.
 */
export const rowsOf = (page: string, name: string): ReadonlyArray<ReadonlyArray<string>> => {
  const [, block = ""] = page.split(`\n\`\`\`text\n${name}\n`)
  return block
    .slice(0, Math.max(0, block.indexOf("```")))
    .split("\n")
    .map((line) => line.slice(line.indexOf(":") + 1).match(/\S+/g) ?? [])
    .filter((row) => row.length > 0)
}

export const diagramErrors = (
  graph: FolderGraph,
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const heights = new Map(rows.toReversed().flatMap((row, height) => row.map((node) => [node, height] as const)))
  const drawn = rows.flat()
  return [
    ...drawn.filter((node, index) => drawn.indexOf(node) < index).map((node) => `${node} is drawn twice`),
    ...[...heights.keys()].filter((node) => !graph.has(node)).map((node) => `${node} does not exist`),
    ...[...graph].flatMap(([node, imported]) => {
      const height = heights.get(node)
      if (height === undefined) return [`${node} is not drawn`]
      return [...imported]
        .filter((other) => (heights.get(other) ?? Infinity) >= height)
        .map((other) => `${node} imports ${other}, which is not below it`)
    })
  ]
}

export const packageGraph = (sources: ReadonlyArray<SourceFile>): FolderGraph => {
  const graph = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    const name = /^packages\/([^/]+)/.exec(path)?.[1] ?? "tools"
    const imported = graph.get(name) ?? new Set()
    graph.set(name, imported)
    for (const [, other = ""] of text.matchAll(/\bfrom "@sheaf\/([a-z-]+)/g)) if (other !== name) imported.add(other)
  }
  return graph
}
