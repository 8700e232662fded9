/** The durations in the configuration file, their defaults, and how they constrain each other (spec 2.5, 8). */
import { Retention, Timeouts } from "@sheaf/application"
import { Record } from "effect"
import type { ConfigFile } from "./ConfigFile.ts"
import * as ConfiguredServer from "./values/ConfiguredServer.ts"

const millis = (seconds: number | undefined, otherwise: number): number =>
  seconds === undefined ? otherwise : seconds * 1000

/** All durations are in milliseconds. */
export const timeoutsOf = ({ timeouts = {} }: ConfigFile): Timeouts.Timeouts =>
  Record.map(Timeouts.defaults, (otherwise, name) => millis(timeouts[`${name}Seconds`], otherwise))

/** All durations are in milliseconds. */
export const retentionOf = ({ retention = {} }: ConfigFile): Retention.Retention => ({
  data: millis(retention.dataSeconds, Retention.defaults.data),
  row: millis(retention.recordSeconds, Retention.defaults.row),
  idempotency: millis(retention.idempotencySeconds, Retention.defaults.idempotency),
  events: millis(retention.eventsSeconds, Retention.defaults.events),
  ...(retention.credentialsSeconds !== undefined && { credentials: retention.credentialsSeconds * 1000 }),
  eraseWithConsent: retention.eraseWithConsent ?? Retention.defaults.eraseWithConsent
})

/**
 * Returns the timeout for one HTTP call to a connector, in milliseconds. It is shorter than the service's own timeout,
 * so the adapter gives up first and records that the connector is slow.
 */
export const connectorTimeoutOf = (
  file: ConfigFile,
  { timeoutSeconds }: { readonly timeoutSeconds?: number }
): number =>
  millis(
    timeoutSeconds,
    Math.min(ConfiguredServer.defaultCallSeconds * 1000, Math.ceil((timeoutsOf(file).connectorCall * 2) / 3))
  )

const questions = ["contactForm", "collectionInput", "twoFactorCode", "twoFactorChoice", "electronicId"] as const

type Rule = readonly [name: string, millis: number, relation: "at most" | "less than", of: string, bound: number]

export const issuesOf = (file: ConfigFile): ReadonlyArray<string> => {
  const timeouts = timeoutsOf(file)
  const { data, idempotency, row } = retentionOf(file)
  const rules: ReadonlyArray<Rule> = [
    ...questions.map((question): Rule => [
      `timeouts.${question}Seconds`,
      timeouts[question],
      "at most",
      "timeouts.collectionSeconds",
      timeouts.collection
    ]),
    ["retention.dataSeconds", data, "at most", "retention.recordSeconds", row],
    ["retention.idempotencySeconds", idempotency, "at most", "retention.recordSeconds", row],
    ...(["connectors", "banks"] as const).flatMap((section) =>
      (file[section] ?? []).map((entry, index): Rule => [
        `${section}.${index}.timeoutSeconds`,
        connectorTimeoutOf(file, entry),
        "less than",
        "timeouts.connectorCallSeconds",
        timeouts.connectorCall
      ])
    )
  ]
  return rules
    .filter(([, millis, relation, , bound]) => (relation === "less than" ? millis >= bound : millis > bound))
    .map(
      ([name, millis, relation, of, bound]) => `${name} (${millis / 1000}) must be ${relation} ${of} (${bound / 1000})`
    )
}
