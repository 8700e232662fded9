/** Checks a connector offline: replays its cassettes and tests the connector contract. */
import {
  bodyOf,
  CassettePlayer,
  compareStructure,
  isCompleted,
  maxCassetteBytes,
  parse,
  replay
} from "@sheaf/connector/cassettes"
import type { Cassette, RecordedAnswer, ReplayResult } from "@sheaf/connector/cassettes"
import { randomBytes } from "node:crypto"
import { globSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { lackedMembers } from "./Collected.ts"
import * as CompanyProxy from "./CompanyProxy.ts"
import * as Conformance from "./Conformance.ts"
import type { Finding } from "./Conformance.ts"
import * as ConnectorProcess from "./ConnectorProcess.ts"
import type { Interception } from "./Interception.ts"

interface NamedCassette {
  readonly name: string
  readonly cassette: Cassette
}

const readCassettes = (folder: string): ReadonlyArray<NamedCassette> =>
  globSync("cassettes/*.json", { cwd: folder })
    .sort()
    .map((path) => {
      const file = join(folder, path)
      if (statSync(file).size > maxCassetteBytes) throw new Error(`${path}: longer than ${maxCassetteBytes} bytes`)
      try {
        return { name: basename(path), cassette: parse(readFileSync(file, "utf8")) }
      } catch (error) {
        throw new Error(`${path}: ${error instanceof Error ? error.message : "unreadable"}`, { cause: error })
      }
    })

export interface ConnectorTarget {
  readonly folder: string
  readonly command: ConnectorProcess.Options["command"]
  readonly interception: Interception
}

export const withConnector = async <A>(
  { command, folder, interception }: ConnectorTarget,
  use: (
    connector: ConnectorProcess.ConnectorProcess,
    player: CassettePlayer,
    restart: () => Promise<ConnectorProcess.ConnectorProcess>
  ) => Promise<A>
): Promise<A> => {
  const player = new CassettePlayer()
  const proxy = await CompanyProxy.open({
    respond: async ({ bytes, contentType, method, url }) => {
      const response = player.answer({ method, url, contentType, body: bytes.toString() })
      return { status: response.status, headers: response.headers, bytes: bodyOf(response) }
    },
    certify: interception.certify,
    fail: () => {}
  })
  const key = randomBytes(32).toString("hex")
  const started: Array<ConnectorProcess.ConnectorProcess> = []
  const start = async () => {
    const connector = await ConnectorProcess.start(
      { folder, command, proxy: proxy.url, authorityFile: interception.authorityFile },
      key
    )
    started.push(connector)
    return connector
  }
  try {
    return await use(await start(), player, start)
  } finally {
    for (const connector of started) await connector.stop()
    await proxy.close()
  }
}

export interface CheckedCassette {
  readonly name: string
  readonly findings: ReadonlyArray<Finding>
}

export interface CheckReport {
  readonly calls: ReadonlyArray<Finding>
  readonly cassettes: ReadonlyArray<CheckedCassette>
}

const goodOnesFor = (checked: Cassette, named: ReadonlyArray<NamedCassette>): ReadonlyArray<NamedCassette> =>
  named.filter(
    ({ cassette }) =>
      cassette !== checked &&
      isCompleted(cassette) &&
      cassette.company === checked.company &&
      cassette.calls[0]?.body["loginMethod"] === checked.calls[0]?.body["loginMethod"]
  )

type Replay = () => Promise<ReplayResult>

const lastStepOf = (answers: ReadonlyArray<RecordedAnswer>): unknown =>
  answers.findLast(({ step }) => step !== undefined)?.step

const checkPlayable = async (
  cassette: Cassette,
  goodOnes: ReadonlyArray<NamedCassette>,
  replays: { readonly first: Replay; readonly restarted: Replay }
): Promise<ReadonlyArray<Finding>> => {
  const { answers, deviations } = await replays.first()
  // Replays the calls in a second process with the same keys, which must give the same answers.
  const restarted = await replays.restarted()
  const isSame = isDeepStrictEqual(answers, restarted.answers)
  const lacked = goodOnes.flatMap(({ cassette: { calls }, name }) =>
    lackedMembers(lastStepOf(answers), lastStepOf(calls.flatMap(({ answer }) => answer ?? []))).map(
      (line) => `${line}, unlike in ${name}`
    )
  )
  return [
    deviations.length === 0
      ? { level: "ok", text: "plays as recorded" }
      : { level: "FAULT", text: "differs from the recording:", details: deviations },
    Conformance.checkSteps(cassette, answers),
    Conformance.judge("takes the same steps after a restart", isSame ? undefined : "the steps differ"),
    ...lacked.map((text): Finding => ({ level: "note", text }))
  ]
}

/** Replays a failed login. If the connector still fails, reports what differs from a successful recording. */
const checkFailed = async (
  { calls }: Cassette,
  goodOnes: ReadonlyArray<NamedCassette>,
  replayed: Replay,
  changesSince: (good: Cassette) => ReadonlyArray<string>
): Promise<ReadonlyArray<Finding>> => {
  const { answers, deviations } = await replayed()
  const index = answers.findIndex(({ status }) => status >= 300)
  if (index === -1) {
    return [{ level: "note", text: "the connector gets past the recorded failure; record again", details: deviations }]
  }
  const text = `the login fails in call ${index + 1}, ${calls[index]?.call}, with ${answers[index]?.status}`
  const [nearest] = goodOnes
    .map(({ cassette, name }) => ({ name, changes: changesSince(cassette) }))
    .sort((one, other) => one.changes.length - other.changes.length)
  if (nearest === undefined || nearest.changes.length === 0) {
    return [{ level: "FAULT", text: `${text}; if you have changed the connector, record again`, details: deviations }]
  }
  return [
    {
      level: "FAULT",
      text: `${text}. What has changed since ${nearest.name}:`,
      details: [...nearest.changes, ...deviations]
    }
  ]
}

/** `keeps` returns true for the names and strings that the scrubber keeps in every recording. */
export const run = (
  connectable: ConnectorTarget,
  companies: ReadonlyArray<string>,
  keeps: (text: string) => boolean
): Promise<CheckReport> => {
  const named = readCassettes(connectable.folder)
  return withConnector(connectable, async (connector, player, start) => {
    const [company = "xx-company"] = [...named.map(({ cassette }) => cassette.company), ...companies]
    const calls = await Conformance.checkCalls(connector, company)
    const cassettes: Array<CheckedCassette> = []
    for (const { cassette, name } of named) {
      const goodOnes = goodOnesFor(cassette, named)
      const first = () => replay(cassette, player, connector.callAt)
      const restarted = async () => replay(cassette, player, (await start()).callAt)
      const findings: ReadonlyArray<Finding> =
        cassette.failure !== undefined
          ? await checkFailed(cassette, goodOnes, first, (good) => compareStructure(good, cassette, keeps))
          : cassette.calls.some(({ answer }) => answer === undefined)
            ? [{ level: "note", text: "has the pages of a browser, which cannot be replayed" }]
            : await checkPlayable(cassette, goodOnes, { first, restarted })
      cassettes.push({ name, findings })
    }
    return { calls, cassettes }
  })
}
