/**
 * Compares TypeScript's project references with the dependencies between packages. If a reference is missing, a
 * package's errors are repeated in every package that imports it. A superfluous reference makes builds slower.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

interface TsConfig {
  readonly references?: ReadonlyArray<{ readonly path: string }>
}

interface Project {
  readonly directory: string
  readonly manifest: Manifest
}

// The casts are safe, because npm and tsc reject malformed files.
const readJson = <A>(file: string): A => JSON.parse(readFileSync(file, "utf8")) as A

/** Skips packages without sources or a configuration, such as `@sheaf/server`, because they have nothing to compile. */
const findProjects = (root: string): ReadonlyArray<Project> => {
  const packages = readdirSync(join(root, "packages")).map((name) => posix.join("packages", name))
  return [...packages, "tools"]
    .filter((directory) => existsSync(join(root, directory, "package.json")))
    .filter((directory) => ["src", "tsconfig.json"].some((name) => existsSync(join(root, directory, name))))
    .map((directory) => ({ directory, manifest: readJson<Manifest>(join(root, directory, "package.json")) }))
}

const referencesIn = (root: string, directory: string, file: string): ReadonlyArray<string> => {
  const path = join(root, directory, file)
  if (!existsSync(path)) return []
  const { references = [] } = readJson<TsConfig>(path)
  return references.map(({ path: reference }) => posix.join(directory, reference))
}

const compare = (
  file: string,
  found: ReadonlyArray<string>,
  expected: ReadonlyArray<string>,
  allowed = expected
): ReadonlyArray<string> => [
  ...expected.filter((path) => !found.includes(path)).map((path) => `${file}: the reference to ${path} is missing`),
  ...found.filter((path) => !allowed.includes(path)).map((path) => `${file}: nothing depends on ${path}`)
]

/**
 * Returns one sentence for each missing or superfluous reference in the workspace at `root`.
 *
 * `tsconfig.lib.json` must refer to the package's dependencies. `tsconfig.spec.json` must refer to the package and to
 * its tests' dependencies, and can repeat the package's dependencies. `tsconfig.json` must refer to both files. The
 * root's `tsconfig.json` must refer to every package.
 */
export const findViolations = (root: string): ReadonlyArray<string> => {
  const projects = findProjects(root)
  const directories = new Map(projects.map(({ directory, manifest }) => [manifest.name, directory]))
  const librariesOf = (dependencies: Readonly<Record<string, string>> = {}): ReadonlyArray<string> =>
    Object.keys(dependencies)
      .flatMap((name) => directories.get(name) ?? [])
      .map((directory) => posix.join(directory, "tsconfig.lib.json"))

  const ofProject = ({ directory, manifest }: Project): ReadonlyArray<string> => {
    const { dependencies, devDependencies, peerDependencies } = manifest
    const lib = posix.join(directory, "tsconfig.lib.json")
    const spec = posix.join(directory, "tsconfig.spec.json")
    const references = (file: string) => referencesIn(root, directory, file)
    const libraries = librariesOf({ ...dependencies, ...peerDependencies })
    const tested = [lib, ...librariesOf(devDependencies)]
    return [
      ...compare(posix.join(directory, "tsconfig.json"), references("tsconfig.json"), [lib, spec]),
      ...compare(lib, references("tsconfig.lib.json"), libraries),
      ...compare(spec, references("tsconfig.spec.json"), tested, [...tested, ...libraries])
    ]
  }

  return [
    ...compare(
      "tsconfig.json",
      referencesIn(root, ".", "tsconfig.json"),
      projects.map(({ directory }) => directory)
    ),
    ...projects.flatMap(ofProject)
  ]
}
