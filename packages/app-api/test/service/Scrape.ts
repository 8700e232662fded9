/** Reads a service's metrics in Prometheus' text format. */
import { assert } from "vitest"

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export const onlyOnPostgres = [
  "db_client_connection_max",
  "db_client_connection_used",
  "db_client_connection_wait_time_seconds_bucket",
  "sheaf_nodes_live"
] as const

const sample = /^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/
const label = /(?<name>[a-zA-Z_][a-zA-Z0-9_]*)="(?<value>(?:[^"\\]|\\.)*)"/g

/** Parses the text format. Fails for a line that is neither a comment nor a sample. */
export const parse = (text: string): ReadonlyArray<Sample> =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const { labels = "", name = "", value = "" } = sample.exec(line)?.groups ?? assert.fail(`not a sample: ${line}`)
      const pairs = Array.from(labels.matchAll(label), ({ groups }) => [
        groups?.["name"] ?? "",
        groups?.["value"] ?? ""
      ])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })

export const sum = (samples: ReadonlyArray<Sample>, name: string, labels: Sample["labels"] = {}): number =>
  samples
    .filter((each) => each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value))
    .reduce((total, { value }) => total + value, 0)

export const metricsUrlIn = (output: string): string =>
  `http://${/"message":"serving metrics".*"address":"([^"]+)"/.exec(output)?.[1] ?? assert.fail("no metrics address")}/metrics`
