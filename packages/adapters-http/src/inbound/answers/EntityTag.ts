/** Entity tags, and requests that depend on them (RFC 9110 §8.8.3, §13.1.2; decisions 4). */
import { createHash } from "node:crypto"

/** What changes whenever the status of an object does. */
export interface Revised {
  readonly revision: number
  /** The second that an animated QR code shows, while one is shown. */
  readonly qrSecond?: number
}

/** The strong tag of a status in a version: of everything that its body shows. */
export const ofStatus = (version: string, id: string, { qrSecond, revision }: Revised): string =>
  qrSecond === undefined ? `"${id}.${revision}.${version}"` : `"${id}.${revision}.${version}.${qrSecond}"`

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
