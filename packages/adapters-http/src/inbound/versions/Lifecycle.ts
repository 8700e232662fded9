/** Since when a version is deprecated, and when it goes (RFC 9745, RFC 8594; decisions 13). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"

export interface Lifecycle {
  /** Absent: it is the newest. */
  readonly deprecatedAt?: Date
  /** When it stops answering; absent while there is no date. */
  readonly sunsetAt?: Date
}

export type Lifecycles = Readonly<Record<ApiVersion.ApiVersion, Lifecycle>>

/** When versions stop answering, as far as that is decided. */
export type Sunsets = Readonly<Partial<Record<ApiVersion.ApiVersion, Date>>>

/** A version is deprecated from the day of its successor on. Versions are named by their days. */
const deprecationOf = (version: ApiVersion.ApiVersion): Date | undefined => {
  const successor = ApiVersion.running[ApiVersion.running.indexOf(version) + 1]
  return successor === undefined ? undefined : new Date(`${successor}T00:00:00Z`)
}

const lifecycleOf = (version: ApiVersion.ApiVersion, sunsets: Sunsets): Lifecycle => {
  const deprecatedAt = deprecationOf(version)
  const sunsetAt = sunsets[version]
  return { ...(deprecatedAt && { deprecatedAt }), ...(sunsetAt && { sunsetAt }) }
}

/** The lifecycles of the running versions. */
export const make = (sunsets: Sunsets = {}): Lifecycles => ({
  "2025-01-01": lifecycleOf("2025-01-01", sunsets),
  "2026-04-01": lifecycleOf("2026-04-01", sunsets)
})

/** Where a client reads what it has to change. */
const explanation = '</versions>; rel="deprecation"; type="application/json"'

/** The header fields by which every answer of the version tells of its end. */
export const headersOf = ({ deprecatedAt, sunsetAt }: Lifecycle): Readonly<Record<string, string>> => ({
  ...(deprecatedAt && { deprecation: `@${deprecatedAt.getTime() / 1000}`, link: explanation }),
  ...(sunsetAt && { sunset: sunsetAt.toUTCString() })
})
