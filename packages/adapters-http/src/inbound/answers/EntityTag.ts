/** Entity tags, and requests that depend on them (RFC 9110 §8.8.3, §13.1.2; decisions 4). */
import { createHash } from "node:crypto"
import type { CurrentConsentStatus, CurrentStatus } from "@sheaf/ports"

interface Current {
  readonly revision: number
  readonly qrSecond?: number
}

const strong = (version: string, id: string, { qrSecond, revision }: Current): string =>
  qrSecond === undefined ? `"${id}.${revision}.${version}"` : `"${id}.${revision}.${version}.${qrSecond}"`

/** The strong tag of a status: of everything that its body shows. */
export const ofStatus = (version: string, current: CurrentStatus): string =>
  strong(version, current.body.collectionId, current)

/** The same of a consent's status. */
export const ofConsentStatus = (version: string, current: CurrentConsentStatus): string =>
  strong(version, current.body.consentId, current)

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
