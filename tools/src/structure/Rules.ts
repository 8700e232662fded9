/** Rules about the shape of the source code that no linter has, each with its exceptions. */
import { dirname } from "node:path"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import * as AnyStatus from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { Source } from "./Sources.ts"

export interface Rule {
  readonly name: string
  /** Returns what breaks the rule: a file, a folder or the whole, with the fact that breaks it. */
  readonly find: (sources: ReadonlyArray<Source>) => ReadonlyArray<Finding>
  /** The files and folders that break the rule for a reason, with the reason. */
  readonly exceptions?: Readonly<Record<string, string>>
}

export interface Finding {
  readonly where: string
  readonly fact: string
}

const linesOf = ({ text }: Source): number => text.split("\n").length - 1

const withoutComments = (text: string): string => text.replace(/^ *(?:\/\*\*?|\*|\/\/).*$|\/\/ .*$/gm, "")

/** Finds each piece of code that matches `pattern`. */
const matching =
  (pattern: RegExp) =>
  (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
    sources.flatMap(({ path, text }) =>
      Array.from(withoutComments(text).matchAll(pattern), ([fact]) => ({ where: path, fact }))
    )

/** The name of each status of a collection and of a consent, as a whole word. */
const statusNames = new RegExp(`\\b(?:${[...AnyStatus.all, ...ConsentStatus.all].join("|")})\\b`, "g")

/** The date of each running version, alone or at the end of a name, and the folder of any version. Times do not count. */
const versionNames = new RegExp(
  [
    ...ApiVersion.running.flatMap((version) => [`${version}(?!T\\d)`, version.replaceAll("-", "")]),
    "versions/\\d{4}-\\d{2}-\\d{2}/"
  ].join("|"),
  "g"
)

/** Folders of versions, and test code: it names the versions that it speaks, and dates of its own choice. */
const ofVersion = /\/versions\/\d{4}-\d{2}-\d{2}\/|\/src\/testing\//

const core = /^packages\/(?:domain|ports|application)\/src\//

export const rules: ReadonlyArray<Rule> = [
  {
    name: "a folder has at most 16 source files",
    find: (sources) =>
      Object.entries(Object.groupBy(sources, ({ path }) => dirname(path)))
        .filter(([, files = []]) => files.length > 16)
        .map(([where, files = []]) => ({ where, fact: `${files.length} files` }))
  },
  {
    name: "a source file has at most 400 lines",
    find: (sources) =>
      sources
        .filter((source) => linesOf(source) > 400)
        .map((source) => ({ where: source.path, fact: `${linesOf(source)} lines` }))
  },
  {
    name: "90 % of the source files have under 160 lines",
    find: (sources) => {
      const share = sources.filter((source) => linesOf(source) < 160).length / sources.length
      return share >= 0.9 ? [] : [{ where: "packages", fact: `${(100 * share).toFixed(1)} %` }]
    }
  },
  {
    name: "SQL names no status, which only a lifecycle changes",
    find: (sources) => matching(statusNames)(sources.filter(({ path }) => path.startsWith("packages/adapters-sql/")))
  },
  {
    name: "a dated version is named in its own folders and in the lists of versions only",
    find: (sources) =>
      sources
        .filter(({ path }) => !ofVersion.test(path))
        .flatMap(({ path, text }) => Array.from(text.matchAll(versionNames), ([fact]) => ({ where: path, fact }))),
    exceptions: {
      "packages/domain/src/versions/Running.ts": "the list of versions",
      "packages/domain/src/versions/Fees.ts": "the fees of each version in the list",
      "packages/http-contract/src/versions/Contracts.ts": "the contract of each version in the list",
      "packages/adapters-http/src/inbound/versions/Versions.ts": "the handlers of each version in the list",
      "packages/domain/src/CalendarDate.ts": "the published example of a date"
    }
  },
  {
    name: "the core tells its own types apart by their tags",
    find: (sources) => matching(/"\w+" in \w+/g)(sources.filter(({ path }) => core.test(path))),
    exceptions: { "packages/ports/src/Failure.ts": "errors are of any type" }
  },
  {
    name: "JSON is decoded by a schema, not cast to a type",
    find: matching(/JSON\.parse\(.*\) as .*/g),
    exceptions: {
      "packages/adapters-pdf/src/reader/ReaderProcess.ts": "reads the argument that the service itself starts it with"
    }
  }
]

/** Returns what breaks the rule without being an exception, and the exceptions that nothing needs. */
export const check = ({ exceptions = {}, find }: Rule, sources: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const findings = find(sources)
  return [
    ...findings.filter(({ where }) => !(where in exceptions)).map(({ fact, where }) => `${where}: ${fact}`),
    ...Object.keys(exceptions)
      .filter((path) => !findings.some(({ where }) => where === path))
      .map((path) => `${path}: needs no exception`)
  ]
}
