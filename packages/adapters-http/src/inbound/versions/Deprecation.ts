/** When a version was deprecated and when it stops (RFC 9745, RFC 8594; spec 9). */
import type { Versions } from "@sheaf/domain/versions/Versions"

export interface Deprecation {
  /** Absent for the newest version. */
  readonly deprecatedAt?: Date
  /** When the version is switched off. Absent until an operator sets a date. */
  readonly sunsetAt?: Date
}

export type SunsetDates = Readonly<Record<string, Date>>

/** A version is deprecated on the date that its successor is named after. */
export const of = (version: string, { successorOf }: Versions, sunsets: SunsetDates = {}): Deprecation => {
  const successor = successorOf(version)
  const sunsetAt = sunsets[version]
  return {
    ...(successor !== undefined && { deprecatedAt: new Date(`${successor}T00:00:00Z`) }),
    ...(sunsetAt && { sunsetAt })
  }
}

/** Links to what clients must change to use the next version. */
const explanation = '</versions>; rel="deprecation"; type="application/json"'

export const headersOf = ({ deprecatedAt, sunsetAt }: Deprecation): Readonly<Record<string, string>> => ({
  ...(deprecatedAt && { deprecation: `@${deprecatedAt.getTime() / 1000}`, link: explanation }),
  ...(sunsetAt && { sunset: sunsetAt.toUTCString() })
})
