/**
 * The durations of requests, by route template, method, version and class of status (spec 14.5). A duration ends
 * when the response is complete, before the client has received it. Requests that ask to wait are counted apart, because
 * their durations depend on the collection.
 */
import { Instrument } from "@sheaf/ports"
import type { Metric } from "effect"

/** The methods of the routes. Other methods count as one, because clients choose them. */
const methods: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"])

const labels = ["http.request.method", "http.route", "http.response.status_class", "sheaf.api_version"] as const

const requests = Instrument.durationHistogram({
  name: "http.server.request.duration",
  description: "Duration of requests, without those that ask to wait.",
  labels
})

const waits = Instrument.durationHistogram({
  name: "sheaf.http.wait.duration",
  description: "Duration of requests that ask to wait for a change (Prefer: wait).",
  labels
})

export interface RequestAttributes {
  readonly method: string
  readonly route: string
  /** Absent if the path belongs to no version, or the request does not name a supported version. */
  readonly version?: string | undefined
}

/** Returns the metric of requests to a place that have a response with this status. */
export type DurationMetricLookup = (status: number, isWait: boolean) => Metric.Histogram<number>

/** Returns the metrics of a place's requests, and creates each when it is first needed. */
export const of = ({ method, route, version = "none" }: RequestAttributes): DurationMetricLookup => {
  const found: Array<Metric.Histogram<number> | undefined> = []
  return (status, isWait) => {
    const statusClass = Math.floor(status / 100)
    const at = isWait ? statusClass + 10 : statusClass
    return (found[at] ??= (isWait ? waits : requests)({
      "http.request.method": methods.has(method) ? method : "_OTHER",
      "http.route": route,
      "http.response.status_class": `${statusClass}xx`,
      "sheaf.api_version": version
    }))
  }
}
