/** Checks a connector offline: replays its cassettes, and tests the connector contract. */
import { bodyOf, maxCassetteBytes, parse, CassettePlayer, replay } from "@sheaf/connector/cassettes"
import type { Cassette } from "@sheaf/connector/cassettes"
import { randomBytes } from "node:crypto"
import { globSync, readFileSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import * as CompanyProxy from "./CompanyProxy.ts"
import * as Conformance from "./Conformance.ts"
import type { Finding } from "./Conformance.ts"
import * as ConnectorProcess from "./ConnectorProcess.ts"
import type { Interception } from "./Interception.ts"

interface NamedCassette {
  readonly name: string
  readonly cassette: Cassette
}

/** Reads the cassettes in a connector's folder. An error names the file and the place in it. */
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

/** How to start a connector behind a proxy. */
export interface ConnectorTarget {
  readonly folder: string
  readonly command: ConnectorProcess.Options["command"]
  readonly interception: Interception
}

/** Runs a connector behind a proxy that answers from cassettes. */
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

const reasonAgainstReplay = ({ calls, failure }: Cassette): string | undefined => {
  if (failure !== undefined) return `shows a login that failed (${failure}), and is not replayed`
  return calls.some(({ answer }) => answer === undefined) ? "shows pages of a browser, and is not replayed" : undefined
}

export interface CheckedCassette {
  readonly name: string
  readonly deviations: ReadonlyArray<string>
  readonly findings: ReadonlyArray<Finding>
}

export interface CheckReport {
  readonly calls: ReadonlyArray<Finding>
  readonly cassettes: ReadonlyArray<CheckedCassette>
}

/** Runs all checks. */
export const run = (connectable: ConnectorTarget, companies: ReadonlyArray<string>): Promise<CheckReport> => {
  const named = readCassettes(connectable.folder)
  return withConnector(connectable, async (connector, player, start) => {
    const [company = "xx-company"] = [...named.map(({ cassette }) => cassette.company), ...companies]
    const calls = await Conformance.checkCalls(connector, company)
    const cassettes: Array<CheckedCassette> = []
    for (const { cassette, name } of named) {
      const unplayed = reasonAgainstReplay(cassette)
      if (unplayed !== undefined) {
        cassettes.push({ name, deviations: [], findings: [{ rule: unplayed, fault: undefined }] })
        continue
      }
      const { answers, deviations } = await replay(cassette, player, connector.callAt)
      // A second process continues each session. With the same keys it must give the same answers, whether or not it
      // remembers the sessions.
      const second = await start()
      const restarted = await replay(cassette, player, second.callAt)
      const findings = [
        ...Conformance.checkSteps(cassette, answers),
        {
          rule: "takes the same steps after a restart",
          fault: isDeepStrictEqual(answers, restarted.answers) ? undefined : "the steps differ"
        }
      ]
      cassettes.push({ name, deviations, findings })
    }
    return { calls, cassettes }
  })
}
