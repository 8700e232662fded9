/** Records one login, scrubs it in memory, and fixes what the connector answers to the invented data. */
import { format, replay } from "@sheaf/connector/cassettes"
import type { Cassette, RecordedCall } from "@sheaf/connector/cassettes"
import type { Report } from "@sheaf/connector/scrubber"
import { Predicate } from "effect"
import { randomBytes } from "node:crypto"
import * as Check from "./Check.ts"
import * as CompanyProxy from "./CompanyProxy.ts"
import * as ConnectorProcess from "./ConnectorProcess.ts"
import { documentIdsOf, Login } from "./Login.ts"
import type { Options as LoginOptions } from "./Login.ts"
import { forward } from "./Recording.ts"
import type { RawExchange, Recording } from "./Recording.ts"
import * as ScrubbedCassette from "./ScrubbedCassette.ts"

export interface Options extends ScrubbedCassette.Options {
  readonly folder: string
  readonly command: ConnectorProcess.Options["command"]
  readonly login: Omit<LoginOptions, "connector" | "takeExchanges">
  readonly certify?: (host: string) => Promise<CompanyProxy.KeyPair>
  readonly authorityFile?: string
}

export interface Recorded {
  readonly text: string
  readonly report: Report
}

/** Runs the login through the proxy. The recording never leaves this process's memory. */
const record = async ({ authorityFile, certify, command, folder, login }: Options): Promise<Recording> => {
  let exchanges: Array<RawExchange> = []
  const proxy = await CompanyProxy.open({
    respond: async (request) => {
      const response = await forward(request)
      exchanges.push({ request, response })
      return response
    },
    ...(certify && { certify })
  })
  const takeExchanges = () => {
    const taken = exchanges
    exchanges = []
    return taken
  }
  const recordedAt = new Date()
  try {
    const options = { folder, command, proxy: proxy.url, ...(authorityFile !== undefined && { authorityFile }) }
    const connector = await ConnectorProcess.start(options, randomBytes(32).toString("hex"))
    try {
      const session = new Login({ ...login, connector, takeExchanges })
      await session.run()
      return { company: login.company, recordedAt, calls: session.calls, inputs: session.inputs }
    } finally {
      await connector.stop()
    }
  } finally {
    await proxy.close()
  }
}

/** Names the documents as the replayed step does. */
const withDocumentIds = (
  calls: ReadonlyArray<RecordedCall>,
  ids: ReadonlyArray<string>
): ReadonlyArray<RecordedCall> => {
  const left = [...ids]
  return calls.map((each) =>
    each.call === "document" ? { ...each, body: { ...each.body, documentId: left.shift() ?? "missing" } } : each
  )
}

const stepOf = (answer: { readonly step?: unknown } | undefined): Readonly<Record<string, unknown>> =>
  Predicate.isObject(answer?.step) ? { ...answer.step } : {}

/** Plays the scrubbed cassette, and keeps the connector's answers to the invented data. Returns notes too. */
const answered = async (
  cassette: Cassette,
  recording: Recording,
  { command, folder }: Options
): Promise<{ readonly cassette: Cassette; readonly notes: ReadonlyArray<string> }> =>
  Check.withConnector(folder, command, async (connector, player, start) => {
    const first = await replay(cassette, player, connector.callAt)
    const ids = documentIdsOf(stepOf(first.answers.findLast((answer) => stepOf(answer)["type"] === "END")))
    const named = { ...cassette, calls: withDocumentIds(cassette.calls, ids) }
    const { answers } = await replay(named, player, (await start()).callAt)
    const notes = answers.flatMap((answer, index) => {
      const { status: before } = recording.calls[index] ?? {}
      const { status } = stepOf(answer)
      return before === undefined || before === status
        ? []
        : [`call ${index + 1} ended in ${before}, but with invented data in ${String(status ?? answer.status)}`]
    })
    const calls = named.calls.map((call, index) => {
      const answer = answers[index]
      return { ...call, ...(answer && { answer }) }
    })
    return { cassette: { ...named, calls }, notes }
  })

const requireScrubbed = (recording: Recording, cassette: Cassette, options: ScrubbedCassette.Options): string => {
  const survivors = ScrubbedCassette.countSurvivors(recording, cassette, options)
  if (survivors > 0) throw new Error(`${survivors} recorded values survived scrubbing; nothing was written`)
  return format(cassette)
}

/** Records a login of the connector. */
export const run = async (options: Options): Promise<Recorded> => {
  const recording = await record(options)
  const scrubbed = await ScrubbedCassette.make(recording, options)
  const { cassette, notes } = await answered(scrubbed.cassette, recording, options)
  const { report } = scrubbed
  return {
    text: requireScrubbed(recording, cassette, options),
    report: { ...report, notes: [...report.notes, ...notes] }
  }
}

/** Scrubs the exchanges of a browser. */
export const importExchanges = async (
  company: string,
  exchanges: ReadonlyArray<RawExchange>,
  options: ScrubbedCassette.Options
): Promise<Recorded> => {
  const recording: Recording = {
    company,
    recordedAt: new Date(),
    calls: [{ call: "begin", body: {}, exchanges }],
    inputs: []
  }
  const { cassette, report } = await ScrubbedCassette.make(recording, options)
  return { text: requireScrubbed(recording, cassette, options), report }
}
