/** Serves connectors over HTTP, so they can run in their own process (docs/connectors.md). */
import { Connectors, summarizeFailures, ConnectorError } from "@sheaf/ports"
import { ByteSize, Cause, Effect, Layer, Redacted, Option, Predicate, Schema } from "effect"
import { HttpClientRequest, HttpMiddleware, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash, timingSafeEqual } from "node:crypto"
import type { HttpHandler } from "../inbound/HttpApp.ts"
import * as FileLength from "../inbound/limits/FileLength.ts"
import { isTooLarge } from "../inbound/pipeline/JsonBody.ts"
import * as StrictJson from "../inbound/pipeline/StrictJson.ts"
import * as ConnectorApi from "./ConnectorApi.ts"
import * as ConnectorProblem from "./ConnectorProblem.ts"
import { contentTypeOf } from "@sheaf/domain/Document"
import type { Connector, ConnectorRequest, ConnectorSignal, Step } from "@sheaf/ports"
import * as ConnectorRequests from "./ConnectorRequests.ts"
import { ConnectorStep, stepToJson } from "./ConnectorStep.ts"

const orderOf = ({ login, ...order }: ConnectorRequests.Begin): ConnectorRequest => ({
  ...order,
  login: Redacted.make(login)
})

const signalOf = (signal: ConnectorRequests.WireSignal): ConnectorSignal => {
  switch (signal.type) {
    case "TICK":
      return { _tag: "Tick" }
    case "INPUT":
      return { _tag: "Input", input: Redacted.make(signal.input) }
    case "RESPONSES":
      return { _tag: "Responses", responses: Redacted.make(signal.responses) }
    case "RETURN":
      return { _tag: "Return", query: Redacted.make(signal.query) }
    case "RENEW": {
      const { filter, products } = signal
      return { _tag: "Renew", products, ...(filter && { filter }) }
    }
  }
}

/** The company is unknown, or the session does not name a company. */
const broken = new ConnectorError({ reason: "BROKEN" })

/** Company identifiers never contain a space. */
const separator = " "

/** Prefixes the session with the company, so that later calls can find the company's connector. */
const joined = (company: string, session: string): string => `${company}${separator}${session}`

const encodeStep = Schema.encodeUnknownEffect(ConnectorStep)

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, ConnectorError>

type Answering = (company: string, answered: Step) => Answer

const answerChecked: Answering = (company, answered) =>
  Effect.clockWith((clock) =>
    Effect.matchEffect(
      encodeStep(Predicate.isObject(answered) ? stepToJson(answered, clock.currentTimeMillisUnsafe()) : answered),
      {
        onFailure: (cause) => new ConnectorError({ reason: "BROKEN", cause }),
        onSuccess: (step) =>
          Effect.succeed(HttpServerResponse.jsonUnsafe({ ...step, session: joined(company, step.session) }))
      }
    )
  )

const answerUnchecked: Answering = (company, answered) =>
  Effect.clockWith((clock) => {
    const step = stepToJson(
      { ...answered, session: joined(company, answered.session) },
      clock.currentTimeMillisUnsafe()
    )
    return Effect.succeed(HttpServerResponse.jsonUnsafe(step))
  })

/** Returns BROKEN if the connector threw, because a retry would not help. */
const reasonOf = (cause: Cause.Cause<ConnectorError>): ConnectorError["reason"] =>
  Option.match(Cause.findErrorOption(cause), { onNone: () => "BROKEN", onSome: ({ reason }) => reason })

/** Calls the connector of the session's company. Always returns a response, even if the connector fails or throws. */
const askIn =
  ({ find }: Connectors["Service"]) =>
  (
    call: string,
    text: string,
    use: (connector: Connector, session: string, company: string) => Answer
  ): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    const end = text.indexOf(separator)
    const company = text.slice(0, Math.max(end, 0))
    return Effect.flatMap(find(company), (found) =>
      Option.isNone(found) ? broken : use(found.value.connector, text.slice(end + 1), company)
    ).pipe(
      Effect.catchCause((cause) => {
        if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
        const reason = reasonOf(cause)
        return Effect.logWarning("connector failed").pipe(
          Effect.annotateLogs({ call, reason, failures: summarizeFailures(cause) }),
          Effect.as(ConnectorProblem.ofReason(reason))
        )
      })
    )
  }

type ConnectorHandler = (body: unknown, key: string | undefined) => Effect.Effect<HttpServerResponse.HttpServerResponse>

const misfit = Effect.succeed(ConnectorProblem.of(400))

const decoded = <S extends Schema.Decoder<unknown>>(
  schema: S,
  respond: (body: S["Type"]) => Effect.Effect<HttpServerResponse.HttpServerResponse>
): ConnectorHandler => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (body) => Effect.matchEffect(decode(body), { onFailure: () => misfit, onSuccess: respond })
}

/** Decodes the body of a call that must have an idempotency key. */
const keyed = <S extends Schema.Decoder<unknown>>(
  schema: S,
  respond: (body: S["Type"], key: string) => Effect.Effect<HttpServerResponse.HttpServerResponse>
): ConnectorHandler => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (body, key) =>
    key === undefined
      ? misfit
      : Effect.matchEffect(decode(body), { onFailure: () => misfit, onSuccess: (value) => respond(value, key) })
}

type Named = keyof (typeof ConnectorApi.ConnectorApi)["groups"]["connector"]["endpoints"]

export interface Options {
  /** Callers must send this bearer token. If it is absent, anybody can call. */
  readonly secret?: Redacted.Redacted
  /** True if all callers validate steps themselves, as Sheaf's adapter does. */
  readonly callersCheckSteps?: boolean
}

const handlersOf = (
  connectors: Connectors["Service"],
  { callersCheckSteps = false }: Options
): Readonly<Record<Named, ConnectorHandler>> => {
  const ask = askIn(connectors)
  const answerOf = callersCheckSteps ? answerUnchecked : answerChecked
  return {
    begin: keyed(ConnectorRequests.Begin, (order, key) =>
      ask("begin", joined(order.company, ""), (connector, _, company) =>
        Effect.flatMap(connector.begin(orderOf(order), key), (step) => answerOf(company, step))
      )
    ),
    resume: keyed(ConnectorRequests.Resume, ({ pageReturn, session, signal }, key) =>
      ask("resume", session, (connector, own, company) =>
        Effect.flatMap(connector.resume(own, signalOf(signal), key, pageReturn), (step) => answerOf(company, step))
      )
    ),
    document: decoded(ConnectorRequests.FetchDocument, ({ documentId, session }) =>
      ask("document", session, (connector, own) =>
        Effect.map(connector.document(own, documentId), ({ bytes, contentType }) =>
          HttpServerResponse.uint8Array(bytes, { contentType: contentTypeOf(contentType) })
        )
      )
    ),
    cancel: decoded(ConnectorRequests.Cancel, ({ session }) =>
      ask("cancel", session, (connector, own) => Effect.as(connector.cancel(own), HttpServerResponse.empty()))
    )
  }
}

/** The maximum body size, in bytes. The largest bodies contain an uploaded file in base64 (spec 2.1). */
const maxBody = 16 * 1024 * 1024

/**
 * The maximum size of a body without its file, in bytes. This is enough for a session and for the responses that a
 * person's device has received.
 */
const maxBytesOutsideFile = 6 * 1024 * 1024

/**
 * The maximum nesting depth of a body. A body can contain a response that a person's device has received, which can be
 * almost this deep. The body itself adds only a few levels.
 */
const deepestBody = 100

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

const bearer = /^bearer +([!-~]+)$/i

/** Compares the secret in constant time. */
const admission = ({ secret }: Options) => {
  if (secret === undefined) return () => true
  const expected = digest(Redacted.value(secret))
  return ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
    timingSafeEqual(digest(bearer.exec(headers["authorization"] ?? "")?.[1] ?? ""), expected)
}

const close = { connection: "close" }

type Response = HttpServerResponse.HttpServerResponse

/** A client in this process passes a small body as text, without encoding it. */
const textOf = ({ source }: HttpServerRequest.HttpServerRequest): string | undefined => {
  if (!HttpClientRequest.isHttpClientRequest(source) || source.body._tag !== "Uint8Array") return undefined
  return source.body.contentLength > maxBytesOutsideFile ? undefined : source.body.text
}

/** Responds with a problem if the body cannot be used. */
const withBody = (
  request: HttpServerRequest.HttpServerRequest,
  respond: (value: unknown) => Effect.Effect<Response>
) => {
  if (Number(request.headers["content-length"] ?? 0) > maxBody) {
    return Effect.succeed(ConnectorProblem.of(413, close))
  }
  const ofJson = (sound: StrictJson.StrictJsonResult) =>
    sound.fault === undefined ? respond(sound.value) : Effect.succeed(ConnectorProblem.of(400))
  const text = textOf(request)
  if (text !== undefined) return ofJson(StrictJson.parseOwnJson(text))
  return Effect.matchEffect(request.arrayBuffer, {
    onFailure: (error) => Effect.succeed(ConnectorProblem.of(isTooLarge(error) ? 413 : 400, close)),
    onSuccess: (buffer) => {
      const bytes = new Uint8Array(buffer)
      // Without this limit, parsing many small values would block the server for seconds.
      if (FileLength.countBytesOutsideLongestString(bytes, maxBytesOutsideFile) > maxBytesOutsideFile) {
        return Effect.succeed(ConnectorProblem.of(413))
      }
      return ofJson(StrictJson.parseBytes(bytes, deepestBody))
    }
  })
}

/**
 * Turns a failure into a response. Passes interruptions on instead, because they mean that the caller has gone or the
 * server is shutting down.
 */
const failed = (cause: Cause.Cause<unknown>): Effect.Effect<Response> =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.interrupt
    : Effect.logError("connector call failed").pipe(
        Effect.annotateLogs({ failures: summarizeFailures(cause) }),
        Effect.as(ConnectorProblem.of(500))
      )

const healthy = HttpServerResponse.jsonUnsafe({ status: "healthy" })

const pathOf = (url: string): string => {
  const query = url.indexOf("?")
  return query < 0 ? url : url.slice(0, query)
}

/** Accepts JSON with any media type parameters, and a body without a media type. */
const isJson = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  /^application\/json *(?:;|$)/i.test(headers["content-type"] ?? "application/json")

export const make = Effect.fnUntraced(function* (
  options: Options = {}
): Effect.fn.Return<HttpHandler, never, Connectors> {
  const handlers = Object.entries(handlersOf(yield* Connectors, options))
  const calls = new Map(handlers.map(([name, call]) => [`/v${ConnectorApi.protocolVersion}/${name}`, call]))
  const isAdmitted = admission(options)

  const respond = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Response> => {
    const { headers, method, url } = request
    const path = pathOf(url)
    const call = calls.get(path)
    if (call === undefined) {
      const asksForHealth = path === "/health" && (method === "GET" || method === "HEAD")
      return Effect.succeed(asksForHealth ? healthy : ConnectorProblem.of(404, close))
    }
    if (method !== "POST") return Effect.succeed(ConnectorProblem.of(405, { ...close, allow: "POST" }))
    if (!isAdmitted(request)) {
      return Effect.succeed(ConnectorProblem.of(401, { ...close, "www-authenticate": "Bearer" }))
    }
    return withBody(request, (value) =>
      isJson(request)
        ? call(value, headers[ConnectorApi.idempotencyKeyHeader])
        : Effect.succeed(ConnectorProblem.of(400))
    )
  }

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, respond).pipe(
    Effect.catchCause(failed),
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(maxBody))
  )
})

/** Serves the connectors on an `HttpServer`. Requests get no spans. */
export const serve = (options?: Options): Layer.Layer<never, never, Connectors | HttpServer.HttpServer> =>
  Layer.effectDiscard(Effect.flatMap(make(options), (app) => HttpServer.serveEffect(app))).pipe(
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true))
  )
