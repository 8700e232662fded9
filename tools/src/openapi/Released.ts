/**
 * The promise to clients: the structure of each released document, as recorded in `docs/openapi/released.json`. The
 * structure can change until its first release. After that, only recorded additions are allowed, and a breaking change
 * needs a new version (spec 9; decisions 13). Texts can be improved at any time.
 */
import { readFileSync } from "node:fs"
import * as Differences from "./Differences.ts"
import { inLine, isStructural } from "./Difference.ts"
import type { Difference } from "./Difference.ts"
import * as Documents from "./Documents.ts"
import type { JsonObject } from "./Json.ts"
import * as Structure from "./Structure.ts"

export interface Addition {
  /** The first release that contains the addition. */
  readonly release: string
  /** A sentence about the addition. */
  readonly title: string
}

export interface Contract {
  /** The first release that contains this version. */
  readonly release: string
  /** The SHA-256 of the structure, with all additions. */
  readonly structure: string
  readonly additions: ReadonlyArray<Addition>
}

/** The released contracts, by document name. */
export type Contracts = Readonly<Record<string, Contract>>

/** A document in three forms: as the code declares it, as committed, and as promised. */
export interface Compared {
  readonly version: string
  readonly promise: Contract
  readonly golden: JsonObject
  readonly current: JsonObject
  /** The release in preparation. */
  readonly release: string
}

export const file = "docs/openapi/released.json"

export const read = (): Contracts => JSON.parse(readFileSync(Documents.locationOf(file), "utf8"))

export const print = (contracts: Contracts): string => `${JSON.stringify(contracts, null, 2)}\n`

/** Returns the release in preparation. All packages share its number. */
export const currentRelease = (): string => {
  const manifest = readFileSync(Documents.locationOf("packages/http-contract/package.json"), "utf8")
  const { version }: { readonly version: string } = JSON.parse(manifest)
  return version
}

/** Returns true if the structure matches the promise, so that the committed document can adopt new texts. */
export const isKept = (promise: Contract | undefined, current: JsonObject): boolean =>
  promise === undefined || promise.structure === Structure.fingerprint(current)

const structural = ({ current, golden }: Compared): ReadonlyArray<Difference> =>
  Differences.between(golden, current).filter(isStructural)

const isInPreparation = ({ promise, release }: Compared): boolean => promise.release === release

const whatToDo = (compared: Compared, differences: ReadonlyArray<Difference>): string => {
  if (isInPreparation(compared)) {
    return `Release ${compared.release} is in preparation, so its structure can still change. Run npm run openapi:release.`
  }
  if (differences.some(({ verdict }) => verdict === "BREAKING")) {
    return (
      "The change breaks clients. Make it part of a new version, with its own file in a folder of " +
      "packages/domain/src/versions, and restore this version."
    )
  }
  return 'The change is compatible. Run npm run openapi:release -- "<what is new, in a sentence>".'
}

const goldenIsAnother = ({ golden, promise }: Compared): boolean => promise.structure !== Structure.fingerprint(golden)

/** Returns a message about the broken promise and its remedy, or nothing if the promise holds. */
export const violations = (compared: Compared): ReadonlyArray<string> => {
  const { current, promise, version } = compared
  if (goldenIsAnother(compared)) {
    return [`docs/openapi/${version}.json does not match ${file}. Take both from the same commit.`]
  }
  if (isKept(promise, current)) return []
  const differences = structural(compared)
  return [
    `The structure of version ${version} has changed. ${whatToDo(compared, differences)}`,
    ...differences.map((difference) => `  ${inLine(difference)}`)
  ]
}

/**
 * Returns the renewed promise.
 *
 * @throws if clients of the version would break, or if an addition has no sentence.
 */
export const renew = (compared: Compared, title?: string): Contract => {
  const { current, promise, release, version } = compared
  if (isKept(promise, current)) return promise
  const structure = Structure.fingerprint(current)
  if (isInPreparation(compared)) return { ...promise, structure }
  const problems = violations(compared)
  const isBreaking = structural(compared).some(({ verdict }) => verdict === "BREAKING")
  if (goldenIsAnother(compared) || isBreaking || title === undefined) throw new Error(problems.join("\n"))
  if (!/^[A-Z].*\.$/.test(title)) throw new Error(`Describe the addition to version ${version} in a sentence.`)
  return { ...promise, structure, additions: [...promise.additions, { release, title }] }
}

/** Returns the promise for a version that is not released yet. */
export const first = (current: JsonObject, release: string): Contract => ({
  release,
  structure: Structure.fingerprint(current),
  additions: []
})
