/** The conditions that a packed package must meet before it can be uploaded. */
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { objectAt, objectOf } from "../openapi/Json.ts"
import { runProgram } from "../package/Command.ts"

const pathsIn = (value: unknown, condition = ""): ReadonlyArray<readonly [condition: string, path: string]> =>
  typeof value === "string"
    ? [[condition, value]]
    : Object.entries(objectOf(value)).flatMap(([name, inner]) => pathsIn(inner, name))

export const faultsIn = (folder: string, version: string): ReadonlyArray<string> => {
  const manifest = objectOf(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")))
  const paths = [...pathsIn(manifest["exports"]), ...pathsIn(manifest["bin"])]
  const has = (path: string) => globSync(path, { cwd: folder }).length > 0
  const readme = readFileSync(join(folder, "README.md"), "utf8")
  const links = Array.from(readme.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, path = ""]) => path)
  const dependencies = Object.entries(objectAt(manifest, "dependencies"))
  const isCode = (path: string) => path.endsWith(".js") && manifest["bin"] === undefined
  return [
    ...(manifest["version"] === version ? [] : [`its version is ${String(manifest["version"])}`]),
    ...(has("LICENSE") ? [] : ["it has no LICENSE"]),
    ...(objectAt(manifest, "publishConfig")["provenance"] === true ? [] : ["it can be published without provenance"]),
    ...(typeof objectAt(manifest, "repository")["url"] === "string" ? [] : ["it names no repository"]),
    ...paths.filter(([, path]) => !has(path)).map(([name, path]) => `${name} is ${path}, which is not in it`),
    ...paths
      .filter(([, path]) => isCode(path) && !has(path.replace(/\.js$/, ".d.ts")))
      .map(([, path]) => `${path} has no types`),
    ...links.filter((path) => !has(path)).map((path) => `its README links ${path}, which is not in it`),
    ...dependencies
      .filter(([name, range]) => name.startsWith("@sheaf/") && range !== version)
      .map(([name]) => `it needs another version of ${name}`)
  ]
}

export const faultsOf = (folder: string, version: string): ReadonlyArray<string> =>
  globSync("*.tgz", { cwd: folder }).flatMap((name) => {
    const extracted = mkdtempSync(join(tmpdir(), "sheaf-tarball-"))
    try {
      runProgram(folder, "tar", "-xzf", name, "-C", extracted, "--strip-components=1")
      return faultsIn(extracted, version).map((fault) => `${name}: ${fault}`)
    } finally {
      rmSync(extracted, { recursive: true })
    }
  })
