/**
 * The promise to clients: the structure of each released document, as recorded in `docs/openapi/released.json`. The structure
 * can change until its first release. After that release it gains only named additions, and a breaking change needs a new
 * version (spec 9; decisions 13). Texts can be improved at any time.
 */
import { readFileSync } from "node:fs"
import * as Differences from "./Differences.ts"
import { inLine, isStructural } from "./Difference.ts"
import type { Difference } from "./Difference.ts"
import * as Documents from "./Documents.ts"
import type { JsonObject } from "./Json.ts"
import * as Structure from "./Structure.ts"

export interface Addition {
  /** The release of the packages that brought it. */
  readonly release: string
  /** What is new, in a sentence. */
  readonly title: string
}

export interface Contract {
  /** The release of the packages that has the version first. */
  readonly release: string
  /** The SHA-256 of the structure, with all additions. */
  readonly structure: string
  readonly additions: ReadonlyArray<Addition>
}

/** The contracts by the names of their documents. */
export type Contracts = Readonly<Record<string, Contract>>

/** A document as the code declares it, as committed, and as promised. */
export interface Compared {
  readonly version: string
  readonly promise: Contract
  readonly golden: JsonObject
  readonly current: JsonObject
  /** The release of the packages that is in preparation. */
  readonly release: string
}

export const file = "docs/openapi/released.json"

export const read = (): Contracts => JSON.parse(readFileSync(Documents.locationOf(file), "utf8"))

export const print = (contracts: Contracts): string => `${JSON.stringify(contracts, null, 2)}\n`

/** The version that all packages have: of the release in preparation. */
export const currentRelease = (): string => {
  const manifest = readFileSync(Documents.locationOf("packages/http-contract/package.json"), "utf8")
  const { version }: { readonly version: string } = JSON.parse(manifest)
  return version
}

/** Whether the structure is still the promised one, so that the committed document may take over what else is new. */
export const isKept = (promise: Contract | undefined, current: JsonObject): boolean =>
  promise === undefined || promise.structure === Structure.fingerprint(current)

const structural = ({ current, golden }: Compared): ReadonlyArray<Difference> =>
  Differences.between(golden, current).filter(isStructural)

const isInPreparation = ({ promise, release }: Compared): boolean => promise.release === release

const whatToDo = (compared: Compared, differences: ReadonlyArray<Difference>): string => {
  if (isInPreparation(compared)) {
    return `Release ${compared.release} is in preparation, so it may still change: run npm run openapi:release.`
  }
  if (differences.some(({ verdict }) => verdict === "BREAKING")) {
    return (
      "Clients rely on it. Make the change part of a new version, with a file of its own in a folder of " +
      "packages/domain/src/versions, and leave this version as it was."
    )
  }
  return 'It breaks nobody: run npm run openapi:release -- "<what is new, in a sentence>".'
}

const goldenIsAnother = ({ golden, promise }: Compared): boolean => promise.structure !== Structure.fingerprint(golden)

/** What is wrong, and what to do about it; nothing when the promise is kept. */
export const violations = (compared: Compared): ReadonlyArray<string> => {
  const { current, promise, version } = compared
  if (goldenIsAnother(compared)) {
    return [`docs/openapi/${version}.json is not the document that ${file} lists: take both from the same commit.`]
  }
  if (isKept(promise, current)) return []
  const differences = structural(compared)
  return [
    `The structure of version ${version} has changed. ${whatToDo(compared, differences)}`,
    ...differences.map((difference) => `  ${inLine(difference)}`)
  ]
}

/**
 * The promise with what is new.
 *
 * @throws when clients of the version would break, or when an addition has no name.
 */
export const renew = (compared: Compared, title?: string): Contract => {
  const { current, promise, release, version } = compared
  if (isKept(promise, current)) return promise
  const structure = Structure.fingerprint(current)
  if (isInPreparation(compared)) return { ...promise, structure }
  const problems = violations(compared)
  const isBreaking = structural(compared).some(({ verdict }) => verdict === "BREAKING")
  if (goldenIsAnother(compared) || isBreaking || title === undefined) throw new Error(problems.join("\n"))
  if (!/^[A-Z].*\.$/.test(title)) throw new Error(`What version ${version} gains has to be said in a sentence.`)
  return { ...promise, structure, additions: [...promise.additions, { release, title }] }
}

/** A version that is about to be released for the first time. */
export const first = (current: JsonObject, release: string): Contract => ({
  release,
  structure: Structure.fingerprint(current),
  additions: []
})
