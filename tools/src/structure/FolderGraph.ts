/** The imports between the folders of a package, and the cycles among these imports. */
import { dirname, posix, relative } from "node:path"
import type { SourceFile } from "./Sources.ts"

/** For each folder, the folders that it imports. The package's `src` folder is ".". */
export type FolderGraph = ReadonlyMap<string, ReadonlySet<string>>

const relativeImports = /^(?:import|export)\b[^"]*?\bfrom "(\.{1,2}\/[^"]+)"|\bimport\("(\.{1,2}\/[^"]+)"\)/gm

export const folderGraph = (root: string, sources: ReadonlyArray<SourceFile>): FolderGraph => {
  const graph = new Map<string, Set<string>>()
  const nodeOf = (folder: string): Set<string> => {
    const known = graph.get(folder) ?? new Set()
    graph.set(folder, known)
    return known
  }
  for (const { path, text } of sources.filter(({ path }) => path.startsWith(`${root}/`))) {
    const folder = relative(root, dirname(path)) || "."
    const imported = nodeOf(folder)
    for (const [, fromStatement, fromCall = ""] of text.matchAll(relativeImports)) {
      const target = posix.dirname(posix.join(folder, fromStatement ?? fromCall))
      if (target !== folder && !target.startsWith("..")) imported.add(target)
    }
  }
  return graph
}

const reachedFrom = (graph: FolderGraph, start: string): ReadonlySet<string> => {
  const reached = new Set<string>()
  const next = [...(graph.get(start) ?? [])]
  for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
    if (reached.has(folder)) continue
    reached.add(folder)
    next.push(...(graph.get(folder) ?? []))
  }
  return reached
}

export const foldersInCycles = (graph: FolderGraph): ReadonlyArray<string> =>
  [...graph.keys()].filter((folder) => reachedFrom(graph, folder).has(folder)).toSorted()
