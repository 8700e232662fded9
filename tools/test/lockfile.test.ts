/**
 * `npm ci` rejects a lockfile that lacks a package, even one for another platform. `npm install` silently writes such a
 * lockfile if a registry lacks some packages.
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"

type Versions = Readonly<Record<string, string>>

interface Entry {
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  readonly optionalDependencies?: Versions
}

const { packages }: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(
  readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")
)

/** Checks that npm placed a dependency of `owner` next to it or in a folder above. */
const isHeld = (owner: string, name: string): boolean => {
  const folders = owner
    .split("/node_modules/")
    .map((_, depth, all) => all.slice(0, all.length - depth).join("/node_modules/"))
  return ["", ...folders.map((folder) => `${folder}/`)].some((folder) => `${folder}node_modules/${name}` in packages)
}

describe("the lockfile", () => {
  it("contains every package, for all platforms", () => {
    const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isHeld(owner, name))
        .map((name) => `${owner} requires ${name}`)
    )
    assert.deepStrictEqual(missing, [])
  })

  it("has only direct dependencies whose purpose is recorded, and all of those", () => {
    const record = readFileSync(new URL("../../docs/adr/0015-libraries.md", import.meta.url), "utf8")
    const tables = record.split("\n").filter((line) => line.startsWith("| "))
    const recorded = tables.flatMap((line) =>
      Array.from(line.split(" | ")[0]?.matchAll(/`([^`]+)`/g) ?? [], ([, name]) => name)
    )
    const direct = Object.entries(packages)
      .filter(([path]) => !path.includes("node_modules"))
      .flatMap(([, { dependencies, devDependencies }]) => Object.keys({ ...dependencies, ...devDependencies }))
      .filter((name) => !name.startsWith("@sheaf/"))
    assert.sameMembers(
      recorded.filter((name) => name !== "textlint"),
      Array.from(new Set(direct))
    )
  })

  it("has an exact version of every direct dependency", () => {
    const ranges = Object.entries(packages)
      .filter(([path]) => !path.includes("node_modules"))
      .flatMap(([path, { dependencies, devDependencies }]) =>
        Object.entries({ ...dependencies, ...devDependencies }).map(([name, range]) => ({ path, name, range }))
      )
    assert.deepStrictEqual(
      ranges.filter(({ range }) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range)),
      []
    )
  })
})
