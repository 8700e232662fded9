/** The protocol's four calls, handled by the port's connectors. */
import { contentTypeOf } from "@sheaf/domain/Document"
import { ConnectorError, summarizeFailures } from "@sheaf/ports"
import type { Connector, ConnectorRequest, Connectors, ConnectorSignal, Step } from "@sheaf/ports"
import { Cause, Effect, Option, Predicate, Redacted, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import type { ConnectorApi } from "./ConnectorApi.ts"
import * as ConnectorRequests from "./ConnectorRequests.ts"
import * as ConnectorProblem from "./ConnectorProblem.ts"
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

/** The failure if a company is unknown, or if a session does not name its company. */
const broken = new ConnectorError({ reason: "BROKEN" })

/** The separator between company and session. Company identifiers never contain it. */
const separator = " "

/** Prefixes a session with its company, so that later calls find its connector. */
const joined = (company: string, session: string): string => `${company}${separator}${session}`

const encodeStep = Schema.encodeUnknownEffect(ConnectorStep)

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, ConnectorError>

/** Makes the response to a call for a step of a company. */
type Answering = (company: string, answered: Step) => Answer

/** Responds with a step. An invalid step counts as a failure of the connector. */
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

/** Responds with a step that the caller checks. */
const answerUnchecked: Answering = (company, answered) =>
  Effect.clockWith((clock) => {
    const step = stepToJson(
      { ...answered, session: joined(company, answered.session) },
      clock.currentTimeMillisUnsafe()
    )
    return Effect.succeed(HttpServerResponse.jsonUnsafe(step))
  })

/** Returns the reason for a failure. The reason is BROKEN if a connector throws, because a retry would not help. */
const reasonOf = (cause: Cause.Cause<ConnectorError>): ConnectorError["reason"] =>
  Option.match(Cause.findErrorOption(cause), { onNone: () => "BROKEN", onSome: ({ reason }) => reason })

/** Calls the connector of the session's company. Responds even if the connector fails or throws. */
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

/** A call, which responds to a parsed body and the value of the header with the step's key. */
export type ConnectorHandler = (
  body: unknown,
  key: string | undefined
) => Effect.Effect<HttpServerResponse.HttpServerResponse>

const misfit = Effect.succeed(ConnectorProblem.of(400))

/** Decodes the body of a call before it responds. */
const decoded = <S extends Schema.Decoder<unknown>>(
  schema: S,
  respond: (body: S["Type"]) => Effect.Effect<HttpServerResponse.HttpServerResponse>
): ConnectorHandler => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (body) => Effect.matchEffect(decode(body), { onFailure: () => misfit, onSuccess: respond })
}

/** Decodes the body of a call that needs a step's key. */
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

type Named = keyof (typeof ConnectorApi)["groups"]["connector"]["endpoints"]

export interface Options {
  /** True if every caller checks each step itself, as Sheaf's adapter does. Then the server does not check it as well. */
  readonly callersCheckSteps?: boolean
}

/** Returns the protocol's calls, by name. */
export const make = (
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
