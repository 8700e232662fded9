/** The protocol's four calls, handled by the port's connectors. */
import { contentTypeOf } from "@sheaf/domain/Document"
import { ConnectorError, Connectors, summarizeFailures } from "@sheaf/ports"
import type { Connector, ConnectorRequest, Signal, Step } from "@sheaf/ports"
import { Cause, Effect, Option, Predicate, Redacted, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ConnectorApi, idempotencyKeyHeader } from "./ConnectorApi.ts"
import type * as ConnectorOrderWire from "./ConnectorRequests.ts"
import * as ConnectorProblem from "./ConnectorProblem.ts"
import { ConnectorStep, fromStep } from "./ConnectorStep.ts"

const orderOf = ({ login, ...order }: ConnectorOrderWire.Begin): ConnectorRequest => ({
  ...order,
  login: Redacted.make(login)
})

const signalOf = (signal: ConnectorOrderWire.WireSignal): Signal => {
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

/** Responds with a step. An invalid step counts as a failure of the connector. */
const answerOf = (company: string, answered: Step) =>
  Effect.clockWith((clock) =>
    encodeStep(Predicate.isObject(answered) ? fromStep(answered, clock.currentTimeMillisUnsafe()) : answered)
  ).pipe(
    Effect.map((step) => HttpServerResponse.jsonUnsafe({ ...step, session: joined(company, step.session) })),
    Effect.mapError((cause) => new ConnectorError({ reason: "BROKEN", cause }))
  )

/** Returns the reason for a failure. The reason is BROKEN if a connector throws, because a retry would not help. */
const reasonOf = (cause: Cause.Cause<ConnectorError>): ConnectorError["reason"] =>
  Option.match(Cause.findErrorOption(cause), { onNone: () => "BROKEN", onSome: ({ reason }) => reason })

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, ConnectorError>

export const layer = HttpApiBuilder.group(ConnectorApi, "connector", (handlers) =>
  Effect.map(Connectors, (connectors) => {
    /** Calls the connector of the session's company. Responds even if the connector fails or throws. */
    const ask = (
      call: string,
      text: string,
      use: (connector: Connector, session: string, company: string) => Answer
    ): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
      const end = text.indexOf(separator)
      const company = text.slice(0, Math.max(end, 0))
      return Effect.flatMap(connectors.find(company), (found) =>
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

    return handlers.handleAll({
      begin: ({ headers, payload }) =>
        ask("begin", joined(payload.company, ""), (connector, _, company) =>
          Effect.flatMap(connector.begin(orderOf(payload), headers[idempotencyKeyHeader]), (step) =>
            answerOf(company, step)
          )
        ),
      resume: ({ headers, payload: { pageReturn, session, signal } }) =>
        ask("resume", session, (connector, session, company) =>
          Effect.flatMap(
            connector.resume(session, signalOf(signal), headers[idempotencyKeyHeader], pageReturn),
            (step) => answerOf(company, step)
          )
        ),
      document: ({ payload: { documentId, session } }) =>
        ask("document", session, (connector, session) =>
          Effect.map(connector.document(session, documentId), ({ bytes, contentType }) =>
            HttpServerResponse.uint8Array(bytes, { contentType: contentTypeOf(contentType) })
          )
        ),
      cancel: ({ payload: { session } }) =>
        ask("cancel", session, (connector, session) => Effect.as(connector.cancel(session), HttpServerResponse.empty()))
    })
  })
)
