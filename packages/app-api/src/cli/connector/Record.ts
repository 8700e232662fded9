/**
 * Records one login and, in memory, replaces all personal data in the recording with invented data. Then replays the
 * recording, to record how the connector responds to the invented data.
 */
import { format, replay, whyUnplayable } from "@sheaf/connector/cassettes"
import type { Cassette, RecordedAnswer, RecordedCall } from "@sheaf/connector/cassettes"
import type { Report } from "@sheaf/connector/scrubber"
import { Predicate } from "effect"
import { randomBytes } from "node:crypto"
import * as Check from "./Check.ts"
import { documentIdsOf, recordsOf } from "./Collected.ts"
import * as CompanyProxy from "./CompanyProxy.ts"
import * as ConnectorProcess from "./ConnectorProcess.ts"
import { Login, LoginError } from "./Login.ts"
import type { Options as LoginOptions } from "./Login.ts"
import { forward } from "./Recording.ts"
import type { RawExchange, Recording } from "./Recording.ts"
import * as ScrubbedCassette from "./ScrubbedCassette.ts"

export interface Options extends ScrubbedCassette.Options, Check.ConnectorTarget {
  readonly login: Omit<LoginOptions, "connector" | "takeExchanges">
}

export interface RecordingResult {
  readonly text: string
  readonly report: Report
  readonly unplayable?: string
}

const reasonOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : "the request failed"
  return /CERT|SIGNED|ISSUER/.test(code)
    ? `${code}; if the certificate is the company's, set NODE_EXTRA_CA_CERTS to a file with its authority`
    : code
}

/** Runs the login through the proxy. The recording stays in this process's memory. */
const record = async ({ command, folder, interception, login }: Options): Promise<Recording> => {
  let exchanges: Array<RawExchange> = []
  const proxy = await CompanyProxy.open({
    respond: async (request) => {
      const response = await forward(request)
      exchanges.push({ request, response })
      return response
    },
    certify: interception.certify,
    fail: (host, error) => login.say(`No response from ${host}: ${reasonOf(error)}`)
  })
  const takeExchanges = () => {
    const taken = exchanges
    exchanges = []
    return taken
  }
  const recordedAt = new Date()
  try {
    const options = { folder, command, proxy: proxy.url, authorityFile: interception.authorityFile }
    const connector = await ConnectorProcess.start(options, randomBytes(32).toString("hex"))
    try {
      const session = new Login({ ...login, connector, takeExchanges })
      const failure = await session.run().then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof LoginError) return error.message
          throw error
        }
      )
      const { calls, inputs } = session
      return { company: login.company, recordedAt, calls, inputs, ...(failure !== undefined && { failure }) }
    } finally {
      await connector.stop()
    }
  } finally {
    await proxy.close()
  }
}

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

const lastStepOf = (answers: ReadonlyArray<RecordedAnswer>): Readonly<Record<string, unknown>> =>
  stepOf(answers.findLast((answer) => stepOf(answer)["type"] === "END"))

const lossesOf = ({ calls }: Recording, answers: ReadonlyArray<RecordedAnswer>): ReadonlyArray<string> => {
  const [live, played] = [calls.findLast(({ step }) => step?.["type"] === "END")?.step, lastStepOf(answers)]
  const counts: ReadonlyArray<readonly [what: string, count: (step: unknown) => number]> = [
    ["records", (step) => recordsOf(step).length],
    ["documents", (step) => documentIdsOf(step).length]
  ]
  const lost = counts.flatMap(([what, count]) =>
    count(played) < count(live)
      ? [`of ${count(live)} ${what}, the connector finds ${count(played)} in invented data`]
      : []
  )
  const ended = answers.flatMap((answer, index) => {
    const { call, step } = calls[index] ?? {}
    const found = stepOf(answer)["status"] ?? answer.status
    const before = step?.["status"] ?? 200
    return before === found || call === "cancel"
      ? []
      : [`call ${index + 1}, ${call}, ended in ${String(before)}, but with invented data in ${String(found)}`]
  })
  return [...ended, ...lost]
}

/**
 * Replays the scrubbed cassette, and records the connector's answers to the invented data in a new cassette. Then
 * replays the new cassette, as `check` will. Also returns notes for the operator.
 */
const answered = async (
  cassette: Cassette,
  recording: Recording,
  options: Options
): Promise<{ readonly cassette: Cassette; readonly notes: ReadonlyArray<string> }> =>
  Check.withConnector(options, async (connector, player, start) => {
    const first = await replay(cassette, player, connector.callAt)
    const ids = documentIdsOf(lastStepOf(first.answers))
    const named = { ...cassette, calls: withDocumentIds(cassette.calls, ids) }
    const { answers } = await replay(named, player, (await start()).callAt)
    const calls = named.calls.map((call, index) => {
      const answer = answers[index]
      return { ...call, ...(answer && { answer }) }
    })
    const made = { ...named, calls }
    const { deviations } = await replay(made, player, (await start()).callAt)
    const differs =
      deviations.length === 0
        ? []
        : [`the cassette does not play as recorded: ${deviations.map((line) => line.trim()).join("; ")}`]
    return { cassette: made, notes: [...lossesOf(recording, answers), ...differs] }
  })

const maxPlaces = 5

const bypass =
  "The connector does not use CONNECTOR_PROXY, HTTP_PROXY and HTTPS_PROXY, or it keeps what it collected, such as in a file"

const requireScrubbed = (recording: Recording, cassette: Cassette, options: ScrubbedCassette.Options): string => {
  const survivors = ScrubbedCassette.listSurvivors(recording, cassette, options)
  if (survivors.length > 0) {
    throw new Error(
      `${survivors.length} recorded values would be in the cassette; nothing was written. They are in ` +
        `${survivors.slice(0, maxPlaces).join(", ")}. ${bypass}. If they are constants of the connector, name its files with --source.`
    )
  }
  return format(cassette)
}

/** Rejects a recording that has records but no requests that could have returned them. */
const requireRequests = ({ calls }: Recording): void => {
  const hasRecords = calls.some(({ step }) => recordsOf(step).length > 0)
  if (hasRecords && calls.every(({ exchanges }) => exchanges.length === 0)) {
    throw new Error(
      `the connector collected records without a request through the proxy; nothing was written. ${bypass}.`
    )
  }
}

export const run = async (options: Options): Promise<RecordingResult> => {
  const recording = await record(options)
  requireRequests(recording)
  const scrubbed = await ScrubbedCassette.make(recording, options)
  const { failure } = recording
  if (failure !== undefined) {
    if (recording.calls.every(({ exchanges }) => exchanges.length === 0)) {
      throw new Error(`the login failed before the company answered: ${failure}`)
    }
    const notes = [...scrubbed.report.notes, `the login failed: ${failure}. The cassette shows the pages until then`]
    return {
      text: requireScrubbed(recording, scrubbed.cassette, options),
      report: { ...scrubbed.report, notes },
      unplayable: `the login failed: ${failure}`
    }
  }
  const { cassette, notes } = await answered(scrubbed.cassette, recording, options)
  const { report } = scrubbed
  const reason = whyUnplayable(cassette)
  return {
    text: requireScrubbed(recording, cassette, options),
    report: { ...report, notes: [...report.notes, ...notes] },
    ...(reason !== undefined && { unplayable: `the cassette cannot be played, because with invented data ${reason}` })
  }
}

export const importExchanges = async (
  company: string,
  exchanges: ReadonlyArray<RawExchange>,
  options: ScrubbedCassette.Options
): Promise<RecordingResult> => {
  const recording: Recording = {
    company,
    recordedAt: new Date(),
    calls: [{ call: "begin", body: {}, exchanges }],
    inputs: []
  }
  const { cassette, report } = await ScrubbedCassette.make(recording, options)
  return { text: requireScrubbed(recording, cassette, options), report }
}
