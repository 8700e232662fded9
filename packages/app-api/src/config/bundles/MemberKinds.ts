/**
 * The kinds of files that a bundle can contain. Each kind has a folder in the bundle and an entry in the table below.
 * Files are checked when they are packed, verified and installed, and at each start. They are only data: nothing in
 * them is executed, and nothing names a host to call or a file outside the bundle.
 */
import { ShippedProfiles } from "@sheaf/ports"
import { maxCassetteBytes } from "@sheaf/connector/cassettes"
import { Result } from "effect"
import * as BankProfiles from "../data/BankProfiles.ts"
import { parseCassette } from "../data/CassetteFiles.ts"
import { maxLayoutBytes, parseLayout } from "../data/LayoutFiles.ts"
import * as LogoFile from "../values/LogoFile.ts"

export interface Member {
  readonly path: string
  readonly content: Uint8Array
  readonly paths: ReadonlyArray<string>
}

interface MemberKind {
  readonly meaning: string
  readonly endings: ReadonlyArray<string>
  readonly maxBytes: number
  readonly faultsOf: (member: Member) => ReadonlyArray<string>
}

const textOf = ({ content }: Member): string => Buffer.from(content).toString()

const faultsIn = (parsed: Result.Result<unknown, string | ReadonlyArray<string>>): ReadonlyArray<string> =>
  Result.isSuccess(parsed) ? [] : [parsed.failure].flat()

/**
 * Returns the places of all strings that contain a URL. The caller first removes the members whose text is only for
 * people.
 */
const urlsIn = (value: unknown, place = ""): ReadonlyArray<string> => {
  if (typeof value === "string") return /:\/\/|^\/\//.test(value) ? [place] : []
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => urlsIn(inner, `${place}/${name}`))
}

const sibling = (path: string, reference: string): string =>
  `${path.slice(0, path.lastIndexOf("/") + 1)}${reference.replace(/^\.\//, "")}`

const profileFaults = (member: Member): ReadonlyArray<string> => {
  const parsed = BankProfiles.parse(textOf(member))
  if (Result.isFailure(parsed)) return parsed.failure
  const { $schema: _, extends: base, limitations: __, sources: ___, ...profile } = parsed.success
  const isKnown =
    base === undefined || ShippedProfiles.all.has(base) || member.paths.includes(sibling(member.path, base))
  return [
    ...(profile.authentication?.clientSecretFile === undefined
      ? []
      : [
          "/authentication/clientSecretFile is not allowed in a bundle: name it in a profile of your own that extends this one"
        ]),
    ...urlsIn(profile).map(
      (place) => `${place} names a host; only a bank's entry may, and a profile has paths below it`
    ),
    ...(isKnown ? [] : [`/extends: expected the name of a shipped profile or a file of this folder`])
  ]
}

const memberKinds = {
  layouts: {
    meaning: "[PDF layouts](pdf-layouts.md), for `pdf.layouts`",
    endings: ["json"],
    maxBytes: maxLayoutBytes,
    faultsOf: (member) => faultsIn(parseLayout(textOf(member)))
  },
  profiles: {
    meaning:
      "[bank profiles](banks.md#profiles) without hosts and secrets, for `banks[].profile` or a profile's `extends`",
    endings: ["json"],
    maxBytes: BankProfiles.maxFileBytes,
    faultsOf: profileFaults
  },
  cassettes: {
    meaning: "[cassettes](connector-kit.md#cassettes), for `connectors[].cassettes`",
    endings: ["json"],
    maxBytes: maxCassetteBytes,
    faultsOf: (member) => faultsIn(parseCassette(textOf(member)))
  },
  logos: {
    meaning: "companies' logos, for `directory.logoFile`",
    endings: ["png", "svg"],
    maxBytes: LogoFile.maxKibibytes * 1024,
    faultsOf: ({ content }) => [LogoFile.faultOf(content) ?? []].flat()
  }
} satisfies Readonly<Record<string, MemberKind>>

export const all: ReadonlyMap<string, MemberKind> = new Map(Object.entries(memberKinds))

/** Names that some operating systems reserve for devices, whatever the extension. */
const device = /^(?:aux|con|nul|prn|com\d|lpt\d)\./

const pathForm = /^([a-z]+)\/([a-z0-9][a-z0-9._-]{0,79})\.([a-z]+)$/

const kindOf = (path: string): MemberKind | undefined => all.get(pathForm.exec(path)?.[1] ?? "")

/**
 * Explains why a bundle cannot contain this path. Capital letters are forbidden, so that no two paths differ only in
 * case.
 */
export const pathFault = (path: string): string | undefined => {
  const [, , name = "", ending = ""] = pathForm.exec(path) ?? []
  const kind = kindOf(path)
  if (kind === undefined || path.includes("..") || device.test(`${name}.`)) {
    return (
      `expected one of the folders ${[...all.keys()].join(", ")}, a slash, and a name of lower-case letters, digits, ` +
      "dots, hyphens and underscores"
    )
  }
  return kind.endings.includes(ending) ? undefined : `expected a name that ends with .${kind.endings.join(" or .")}`
}

/** The path must already have passed {@link pathFault}. */
export const faultsOf = (member: Member): ReadonlyArray<string> => {
  const kind = kindOf(member.path)
  if (kind === undefined) return []
  if (member.content.byteLength > kind.maxBytes) return [`is longer than ${kind.maxBytes} bytes`]
  return kind.faultsOf(member)
}
