/** When a version is deprecated, and when it stops (RFC 9745, RFC 8594; spec 9). */
import type { Versions } from "@sheaf/domain/versions/Versions"

export interface Deprecation {
  /** Absent for the newest version. */
  readonly deprecatedAt?: Date
  /** When the version stops. Absent until an operator decides it. */
  readonly sunsetAt?: Date
}

/** When each version stops running. */
export type SunsetDates = Readonly<Record<string, Date>>

/**
 * Returns a version's dates. A version is deprecated from the date of its successor, whose name is that date.
 */
export const of = (version: string, { successorOf }: Versions, sunsets: SunsetDates = {}): Deprecation => {
  const successor = successorOf(version)
  const sunsetAt = sunsets[version]
  return {
    ...(successor !== undefined && { deprecatedAt: new Date(`${successor}T00:00:00Z`) }),
    ...(sunsetAt && { sunsetAt })
  }
}

/** The link to what clients must change to use the next version. */
const explanation = '</versions>; rel="deprecation"; type="application/json"'

/** Returns the header fields that announce the version's end in all its responses. */
export const headersOf = ({ deprecatedAt, sunsetAt }: Deprecation): Readonly<Record<string, string>> => ({
  ...(deprecatedAt && { deprecation: `@${deprecatedAt.getTime() / 1000}`, link: explanation }),
  ...(sunsetAt && { sunset: sunsetAt.toUTCString() })
})
