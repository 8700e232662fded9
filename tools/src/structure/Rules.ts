/** Structural rules that no linter offers, each with its exceptions. */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import * as AnyStatus from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { dirname } from "node:path"
import { folderGraph, foldersInCycles } from "./FolderGraph.ts"
import type { Finding, Rule } from "./Rule.ts"
import type { SourceFile } from "./Sources.ts"

const linesOf = ({ text }: SourceFile): number => text.split("\n").length - 1

const isGenerated = ({ path }: SourceFile): boolean =>
  /^packages\/(?:client\/src\/(?:versions\/[^/]+|connect)|connector\/src\/protocol)\/Contract\.ts$/.test(path)

const withoutComments = (text: string): string => text.replace(/^ *(?:\/\*\*?|\*|\/\/).*$|\/\/ .*$/gm, "")

const matching =
  (pattern: RegExp) =>
  (sources: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> =>
    sources.flatMap(({ path, text }) =>
      Array.from(withoutComments(text).matchAll(pattern), ([fact]) => ({ where: path, fact }))
    )

const statusNames = new RegExp(`\\b(?:${[...AnyStatus.all, ...ConsentStatus.all].join("|")})\\b`, "g")

/**
 * Matches version folders, and the dates of supported versions with or without hyphens, as in `2026-04-01` and
 * `Attribution20260401`. Does not match timestamps.
 */
const versionNames = new RegExp(
  [
    ...ApiVersion.supportedVersions.flatMap((version) => [`${version}(?!T\\d)`, version.replaceAll("-", "")]),
    "versions/\\d{4}-\\d{2}-\\d{2}/"
  ].join("|"),
  "g"
)

/** Matches JSON that gets a type without a check: by a cast, an annotation or a return type. */
const uncheckedJson = /JSON\.parse\(.*\) as .*|: (?!unknown\b)[^=:()\n]+ =>? JSON\.parse\(.*|\breturn JSON\.parse\(.*/g

const oldFolder = new RegExp(`^packages/domain/src/versions/(?!${ApiVersion.head}/)\\d{4}-\\d{2}-\\d{2}/`)

/**
 * Matches the paths of files that may name dated versions: files in version folders, and test support, which may also
 * contain arbitrary dates.
 */
const ofVersion = /\/versions\/\d{4}-\d{2}-\d{2}\/|\/src\/testing\//

const core = /^packages\/(?:domain|ports|application)\/src\//

/**
 * Matches waits in real time. Tests control time with `TestClock`, or poll with `waitFor`. `Atomics.wait` without a
 * timeout is allowed, because it waits for another thread.
 */
const realWaits = /\bset(?:Timeout|Interval)\b|\bAtomics\.wait\((?:[^,()]*,){3}|\bTestClock\.withLive\b/g

const isShown = (path: string): boolean => path.endsWith("/test/ReadmeExample.ts")

const packageOf = (path: string): string =>
  /^(?:packages\/[^/]+|tools)\/src\//.exec(path)?.[0].slice(0, -1) ?? dirname(path)

const everywhere: ReadonlyArray<Rule> = [
  {
    name: "a file starts with a comment that states its purpose",
    find: (sources) =>
      sources
        .filter(({ path, text }) => !isShown(path) && !/^(?:#!.*\n)?\/\*\*/.test(text))
        .map(({ path, text }) => ({ where: path, fact: text.split("\n", 1).join("") }))
  },
  {
    name: "a source file has at most 400 lines",
    find: (sources) =>
      sources
        .filter((source) => linesOf(source) > 400 && !isGenerated(source))
        .map((source) => ({ where: source.path, fact: `${linesOf(source)} lines` }))
  }
]

const withoutCircles: Rule = {
  name: "folders do not import each other in a circle",
  find: (sources) =>
    [...new Set(sources.map(({ path }) => packageOf(path)))].flatMap((root) => {
      const found = foldersInCycles(folderGraph(root, sources))
      return found.length === 0 ? [] : [{ where: root, fact: `${found.length} folders: ${found.join(", ")}` }]
    })
}

/** The rules for the packages only. The tools are exempt, because they generate documents and fixtures. */
const contents: ReadonlyArray<Rule> = [
  {
    name: "SQL contains no status name, because only lifecycles change statuses",
    find: (sources) => matching(statusNames)(sources.filter(({ path }) => path.startsWith("packages/adapters-sql/")))
  },
  {
    name: "only version folders and lists of versions name a dated version",
    find: (sources) =>
      sources
        .filter(({ path }) => !ofVersion.test(path))
        .flatMap(({ path, text }) => Array.from(text.matchAll(versionNames), ([fact]) => ({ where: path, fact }))),
    exceptions: {
      "packages/domain/src/versions/SupportedVersions.ts": "the list of versions",
      "packages/domain/src/versions/Fees.ts": "the fees of each version in the list",
      "packages/http-contract/src/Contracts.ts": "the contract of each version in the list",
      "packages/adapters-http/src/inbound/Versions.ts": "the handlers of each version in the list",
      "packages/sandbox-site/src/Contracts.ts": "the additional operations of each version in the list",
      "packages/sandbox-site/src/SandboxSite.ts": "their handlers",
      "packages/domain/src/shared/CalendarDate.ts": "the published example of a date"
    }
  },
  {
    name: "an older version's folder imports the model only through the next version's folder",
    find: (sources) =>
      matching(/from "(?:\.\.\/)+(?!changes\/|shared\/(?!(?:Market|ConsentId|ReturnUrl)\b))[a-z][^"]+"/g)(
        sources.filter(({ path }) => oldFolder.test(path))
      )
  },
  {
    name: "the core distinguishes its own types by tags",
    find: (sources) => matching(/"\w+" in \w+/g)(sources.filter(({ path }) => core.test(path))),
    exceptions: { "packages/ports/src/telemetry/FailureSummary.ts": "errors can have any type" }
  },
  {
    name: "only AtomicFiles replaces files, because each write must reach the disk",
    find: matching(/\brename(?:Sync)?\(.*/g),
    exceptions: {
      "packages/ports/src/stores/AtomicFiles.ts": "the one writer",
      "packages/app-api/src/cli/database/Restore.ts": "publishes a database that was synced",
      "packages/app-api/src/bundle/BundleStore.ts": "bundles can be built again",
      "packages/app-api/src/bundle/build.ts": "bundles can be built again"
    }
  },
  {
    name: "a schema decodes JSON, not a cast or an annotation",
    find: (sources) => matching(uncheckedJson)(sources.filter(({ path }) => !path.includes("/src/testing/"))),
    exceptions: {
      "packages/adapters-pdf/src/reader/ReaderProcess.ts": "reads an argument from the service itself",
      "packages/adapters-sandbox/src/connector/SandboxSession.ts": "imitates a connector that breaks its own type"
    }
  }
]

const tests: ReadonlyArray<Rule> = [
  ...everywhere,
  {
    name: "no test sleeps in real time",
    find: matching(realWaits),
    exceptions: {
      "packages/sandbox-site/src/testing/WaitFor.ts": "the pause between two looks of `waitFor`",
      "tools/test/structure.test.ts": "the fixture of this rule"
    }
  }
]

export const rules = {
  packages: [...everywhere, withoutCircles, ...contents],
  tools: [...everywhere, withoutCircles],
  tests
} as const
