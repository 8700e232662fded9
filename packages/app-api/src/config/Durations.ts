/** The times of the configuration file, those that it leaves out, and how they have to fit together (decisions 4, 14). */
import { Timeouts, Upkeep } from "@sheaf/application"
import { Record } from "effect"
import type { ConfigFile } from "./ConfigFile.ts"

const millis = (seconds: number | undefined, otherwise: number): number =>
  seconds === undefined ? otherwise : seconds * 1000

/** How long a collection waits, in milliseconds. */
export const timeoutsOf = ({ timeouts = {} }: ConfigFile): Timeouts.Timeouts =>
  Record.map(Timeouts.defaults, (otherwise, name) => millis(timeouts[`${name}Seconds`], otherwise))

/** How long things are kept, in milliseconds. */
export const retentionOf = ({ retention = {} }: ConfigFile): Upkeep.Retention =>
  Record.map(Upkeep.retentionDefaults, (otherwise, name) => millis(retention[`${name}Seconds`], otherwise))

/** How long one call of a connector over HTTP may take where its entry does not say, in milliseconds. */
const connectorTimeoutDefault = 20_000

/**
 * How long one call of a connector over HTTP may take, in milliseconds: less than the service waits for any connector, so
 * that it is the adapter that gives up, and learns that the connector is slow.
 */
export const connectorTimeoutOf = (
  file: ConfigFile,
  { timeoutSeconds }: { readonly timeoutSeconds?: number }
): number =>
  millis(timeoutSeconds, Math.min(connectorTimeoutDefault, Math.ceil((timeoutsOf(file).connectorCall * 2) / 3)))

const questions = ["contactForm", "collectionInput", "twoFactorCode", "twoFactorChoice", "electronicId"] as const

/** What does not fit together, a sentence each; what the file leaves out counts as its default. */
export const misfits = (file: ConfigFile): ReadonlyArray<string> => {
  const timeouts = timeoutsOf(file)
  const { data, record } = retentionOf(file)
  const inSeconds = (name: string, value: number) => `${name} (${value / 1000})`
  return [
    ...questions
      .filter((question) => timeouts[question] > timeouts.collection)
      .map((question) => {
        const whole = inSeconds("timeouts.collectionSeconds", timeouts.collection)
        return `${inSeconds(`timeouts.${question}Seconds`, timeouts[question])} is longer than ${whole}`
      }),
    ...(record < data
      ? [`${inSeconds("retention.recordSeconds", record)} is shorter than ${inSeconds("retention.dataSeconds", data)}`]
      : []),
    ...(file.connectors ?? []).flatMap((entry, index) => {
      const timeout = connectorTimeoutOf(file, entry)
      const whole = inSeconds("timeouts.connectorCallSeconds", timeouts.connectorCall)
      return timeout < timeouts.connectorCall
        ? []
        : [`${inSeconds(`connectors.${index}.timeoutSeconds`, timeout)} is not shorter than ${whole}`]
    })
  ]
}
