/** Plays connectors' cassettes in place of their servers, so that each company behaves as it did in the recording. */
import type { RemoteConnectors } from "@sheaf/adapters-http"
import { isCompleted, whyUnplayable } from "@sheaf/connector/cassettes"
import type { Cassette, RecordedAnswer } from "@sheaf/connector/cassettes"
import { Effect, Predicate } from "effect"
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import type { CassetteFile } from "../config/data/CassetteFiles.ts"
import type { ConfiguredConnector } from "../config/OutboundSettings.ts"
import { failWith } from "../errors/OperatorError.ts"

/** A session contains only this position, so it needs no seal. */
interface Position {
  readonly cassette: number
  readonly call: number
}

interface PlayedAnswer {
  readonly status: number
  readonly contentType?: string
  readonly content?: string | Uint8Array
}

const rejected: PlayedAnswer = { status: 422 }

const sessionOf = ({ call, cassette }: Position): string => `${cassette} ${call}`

const positionOf = (session: unknown): Position => {
  const [, cassette = "-1", call = "-1"] = /^(\d{1,6}) (\d{1,6})$/.exec(String(session)) ?? []
  return { cassette: Number(cassette), call: Number(call) }
}

const memberOf = (value: unknown, name: string): unknown =>
  Predicate.hasProperty(value, name) ? value[name] : undefined

const playStep = (answer: RecordedAnswer | undefined, position: Position): PlayedAnswer => {
  if (answer === undefined || answer.status !== 200 || !Predicate.isObject(answer.step)) return rejected
  const content = JSON.stringify({ ...answer.step, session: sessionOf(position) })
  return { status: 200, contentType: "application/json", content }
}

/**
 * Chooses a cassette with the same login as the request. If there is none, chooses one with the same login method: the
 * first in which the collection completes or, if none completes, simply the first.
 */
const begin = (cassettes: ReadonlyArray<Cassette>, body: unknown): PlayedAnswer => {
  const fits = (cassette: Cassette, ...names: ReadonlyArray<string>) =>
    cassette.company === memberOf(body, "company") &&
    names.every((name) => JSON.stringify(cassette.calls[0]?.body[name]) === JSON.stringify(memberOf(body, name)))
  const chosen =
    cassettes.find((cassette) => fits(cassette, "loginMethod", "login")) ??
    cassettes.find((cassette) => fits(cassette, "loginMethod") && isCompleted(cassette)) ??
    cassettes.find((cassette) => fits(cassette, "loginMethod"))
  if (chosen === undefined) return rejected
  return playStep(chosen.calls[0]?.answer, { cassette: cassettes.indexOf(chosen), call: 0 })
}

const resume = (cassettes: ReadonlyArray<Cassette>, body: unknown): PlayedAnswer => {
  const { call, cassette } = positionOf(memberOf(body, "session"))
  const next = cassettes[cassette]?.calls[call + 1]
  const signal = memberOf(memberOf(body, "signal"), "type")
  const recorded = memberOf(next?.body["signal"], "type")
  if (next?.call === "resume" && recorded === signal) return playStep(next.answer, { cassette, call: call + 1 })
  // While a page is shown, every tick shows it again until the person returns.
  const shown = cassettes[cassette]?.calls[call]?.answer
  return signal === "TICK" && recorded === "RETURN" ? playStep(shown, { cassette, call }) : rejected
}

const fetchDocument = (cassettes: ReadonlyArray<Cassette>, body: unknown): PlayedAnswer => {
  const { cassette } = positionOf(memberOf(body, "session"))
  const wanted = memberOf(body, "documentId")
  const answer = cassettes[cassette]?.calls.find(
    (each) => each.call === "document" && each.body["documentId"] === wanted
  )?.answer
  if (answer?.content === undefined || answer.contentType === undefined) return rejected
  return { status: 200, contentType: answer.contentType, content: Buffer.from(answer.content, "base64") }
}

const play = (cassettes: ReadonlyArray<Cassette>, url: string | undefined, body: unknown): PlayedAnswer => {
  switch (url) {
    case "/v1/begin":
      return begin(cassettes, body)
    case "/v1/resume":
      return resume(cassettes, body)
    case "/v1/document":
      return fetchDocument(cassettes, body)
    case "/v1/cancel":
      return { status: 204 }
    default:
      return { status: 404 }
  }
}

const serve = (cassettes: ReadonlyArray<Cassette>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((request, response) => {
        json(request)
          .then((body) => play(cassettes, request.url, body))
          .catch((): PlayedAnswer => ({ status: 400 }))
          .then(({ content, contentType, status }) => {
            response.writeHead(status, contentType === undefined ? {} : { "content-type": contentType }).end(content)
          })
          .catch(() => response.destroy())
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return server
    }),
    (server) => Effect.sync(() => server.close().closeAllConnections())
  )

/**
 * Returns the cassettes that can be played, and warns about the others, such as recordings of failed logins. If none
 * can be played, the error says why the first one cannot.
 */
const playableOf = Effect.fnUntraced(function* (setting: string, cassettes: ReadonlyArray<CassetteFile>) {
  const rated = cassettes.map(({ cassette, path }) => ({ cassette, path, reason: whyUnplayable(cassette) }))
  const [first] = rated
  if (first !== undefined && rated.every(({ reason }) => reason !== undefined)) {
    return yield* failWith(`${setting}: none can be played; ${first.path}: ${first.reason}`)
  }
  for (const { path, reason } of rated) {
    if (reason !== undefined) {
      yield* Effect.annotateLogs(Effect.logWarning("cassette cannot be played"), { path, reason })
    }
  }
  return rated.flatMap(({ cassette, reason }) => (reason === undefined ? [cassette] : []))
})

export const connect = (connectors: ReadonlyArray<ConfiguredConnector>) =>
  Effect.forEach(
    connectors,
    Effect.fnUntraced(function* ({ cassettes = [], ...connector }, index) {
      if (cassettes.length === 0) return connector
      const playable = yield* playableOf(`SHEAF_CONFIG: connectors.${index}.cassettes`, cassettes)
      const address = (yield* serve(playable)).address()
      const port = Predicate.hasProperty(address, "port") ? Number(address.port) : 0
      const { secret: _, tls: __, ...played } = connector
      const options: RemoteConnectors.RemoteConnectorOptions = {
        ...played,
        baseUrl: `http://127.0.0.1:${port}`,
        allowPrivateAddresses: true
      }
      return options
    })
  )
