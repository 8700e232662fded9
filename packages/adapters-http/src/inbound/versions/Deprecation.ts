/** Since when a version is deprecated, and when it goes (RFC 9745, RFC 8594; decisions 13). */
import type { Versions } from "@sheaf/domain/versions/Versions"

export interface Deprecation {
  /** Absent: it is the newest. */
  readonly deprecatedAt?: Date
  /** When it stops answering; absent while there is no date. */
  readonly sunsetAt?: Date
}

/** When versions stop answering, as far as that is decided. */
export type Sunsets = Readonly<Record<string, Date>>

/** Returns the deprecation of a version. It is deprecated from the day of its successor on: versions are named by days. */
export const of = (version: string, { successorOf }: Versions, sunsets: Sunsets = {}): Deprecation => {
  const successor = successorOf(version)
  const sunsetAt = sunsets[version]
  return {
    ...(successor !== undefined && { deprecatedAt: new Date(`${successor}T00:00:00Z`) }),
    ...(sunsetAt && { sunsetAt })
  }
}

/** Where a client reads what it has to change. */
const explanation = '</versions>; rel="deprecation"; type="application/json"'

/** The header fields by which every answer of the version tells of its end. */
export const headersOf = ({ deprecatedAt, sunsetAt }: Deprecation): Readonly<Record<string, string>> => ({
  ...(deprecatedAt && { deprecation: `@${deprecatedAt.getTime() / 1000}`, link: explanation }),
  ...(sunsetAt && { sunset: sunsetAt.toUTCString() })
})
