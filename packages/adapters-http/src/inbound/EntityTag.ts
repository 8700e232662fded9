/** Entity tags, and requests that depend on them (RFC 9110 §8.8.3, §13.1.2; decisions 4). */
import { createHash } from "node:crypto"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { CurrentStatus } from "@sheaf/ports"

/** The strong tag of a status: of everything that its body shows. */
export const ofStatus = (version: ApiVersion, { body, revision, qrSecond }: CurrentStatus): string =>
  qrSecond === undefined
    ? `"${body.collectionId}.${revision}.${version}"`
    : `"${body.collectionId}.${revision}.${version}.${qrSecond}"`

/** The strong tag of a value that is sent as JSON. */
export const ofJson = (value: unknown): string =>
  `"${createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22)}"`

/**
 * Whether the tags of `If-None-Match` name `tag`: any of a list, weak or not, or `*`. Weak tags are compared by what they
 * hold, as this header wants.
 */
export const isNamed = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag || ifNoneMatch.trim() === "*") return true
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([named]) => named).includes(tag)
}
