/** Entity tags and `If-None-Match` (RFC 9110 §8.8.3, §13.1.2; spec 2.5). */
import { createHash } from "node:crypto"

/** The numbers that change whenever a status object changes. */
export interface StatusRevision {
  readonly revision: number
  /** The time that the animated QR code encodes, in seconds. Absent if no code is shown. */
  readonly qrSecond?: number
}

/** Returns the strong entity tag of a status object in a version. */
export const ofStatus = (version: string, id: string, { qrSecond, revision }: StatusRevision): string =>
  qrSecond === undefined ? `"${id}.${revision}.${version}"` : `"${id}.${revision}.${version}.${qrSecond}"`

/** Returns the strong entity tag of a JSON response. */
export const ofJson = (value: unknown): string =>
  `"${createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22)}"`

/** Returns true if `If-None-Match` lists `tag` or is `*`. The header requires weak comparison, so `W/` is ignored. */
export const isMatch = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag || ifNoneMatch.trim() === "*") return true
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([named]) => named).includes(tag)
}
