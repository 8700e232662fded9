/**
 * The released contract of each OpenAPI document, in `docs/openapi/*.json`. It is a promise to clients: a contract can
 * change until its first release; after that, only additions are possible, and each is recorded. A breaking change
 * needs a new version (spec 9). Contracts omit descriptions and examples, which can be improved at any time.
 */
import { readFileSync, writeFileSync } from "node:fs"
import * as Differences from "./Differences.ts"
import * as Documents from "./Documents.ts"
import type { JsonObject } from "./Json.ts"
import * as Structure from "./Structure.ts"

export interface Addition {
  /** The first release that contains the addition. */
  readonly release: string
  readonly title: string
}

export interface Contract {
  /** The first release that contains this version. */
  readonly release: string
  readonly additions: ReadonlyArray<Addition>
  readonly document: JsonObject
}

export interface ContractComparison {
  readonly version: string
  readonly promise: Contract
  readonly current: JsonObject
  readonly release: string
}

const fileOf = (name: Documents.DocumentName): string => `docs/openapi/${name}.json`

interface Released {
  readonly "x-release": string
  readonly "x-additions": ReadonlyArray<Addition>
}

/** Returns undefined if the document has no contract yet. */
export const read = (name: Documents.DocumentName): Contract | undefined => {
  try {
    const text = readFileSync(Documents.repositoryPath(fileOf(name)), "utf8")
    const { "x-additions": additions, "x-release": release, ...document }: Released & JsonObject = JSON.parse(text)
    return { release, additions, document }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}

const print = ({ additions, document, release }: Contract): string => {
  const { info, openapi, ...rest } = Structure.contractOf(document)
  return Documents.formatDocument({ openapi, info, "x-release": release, "x-additions": additions, ...rest })
}

export const write = (name: Documents.DocumentName, contract: Contract): void =>
  writeFileSync(Documents.repositoryPath(fileOf(name)), print(contract))

/** All packages have the same version number. */
export const currentRelease = (): string => {
  const manifest = readFileSync(Documents.repositoryPath("packages/http-contract/package.json"), "utf8")
  const { version }: { readonly version: string } = JSON.parse(manifest)
  return version
}

const differencesIn = ({ current, promise }: ContractComparison) =>
  Differences.compareDocuments(promise.document, current)

const isKept = (compared: ContractComparison): boolean => differencesIn(compared).length === 0

const isInPreparation = ({ promise, release }: ContractComparison): boolean => promise.release === release

const isBroken = (compared: ContractComparison): boolean =>
  differencesIn(compared).some(({ verdict }) => verdict === "BREAKING")

const whatToDo = (compared: ContractComparison): string => {
  if (isInPreparation(compared)) {
    return `Release ${compared.release} is in preparation, so its structure can still change. Run npm run openapi:release.`
  }
  if (isBroken(compared)) {
    return (
      "The change breaks clients. Make it part of a new version, with its own file in a folder of " +
      "packages/domain/src/versions, and restore this version."
    )
  }
  return 'The change is compatible. Run npm run openapi:release -- "<what is new, in a sentence>".'
}

export const violations = (compared: ContractComparison): ReadonlyArray<string> =>
  isKept(compared)
    ? []
    : [
        `The structure of version ${compared.version} has changed. ${whatToDo(compared)}`,
        ...differencesIn(compared).map((difference) => `  ${Differences.formatDifference(difference)}`)
      ]

/**
 * Returns the updated contract.
 *
 * @throws if the change would break clients of the version, or if `title` is missing or is not a sentence.
 */
export const updateContract = (compared: ContractComparison, title?: string): Contract => {
  const { current, promise, release, version } = compared
  if (isKept(compared)) return promise
  if (isInPreparation(compared)) return { ...promise, document: current }
  if (isBroken(compared) || title === undefined) throw new Error(violations(compared).join("\n"))
  if (!/^[A-Z].*\.$/.test(title)) throw new Error(`Describe the addition to version ${version} in a sentence.`)
  return { release: promise.release, document: current, additions: [...promise.additions, { release, title }] }
}

export const initialContract = (document: JsonObject, release: string): Contract => ({
  release,
  document,
  additions: []
})
