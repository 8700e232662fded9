/** The four calls of the protocol, answered by the connectors behind the port. */
import { contentTypeOf } from "@sheaf/domain/Document"
import { ConnectorError, Connectors, failuresOf, Step } from "@sheaf/ports"
import type { Connector, ConnectorOrder, Signal } from "@sheaf/ports"
import { Cause, Effect, Option, Redacted, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as CompanySession from "./CompanySession.ts"
import { ConnectorApi, idempotencyKey } from "./ConnectorApi.ts"
import type * as ConnectorOrderWire from "./ConnectorOrder.ts"
import * as ConnectorProblem from "./ConnectorProblem.ts"
import { ConnectorStep, fromPort } from "./ConnectorStep.ts"

const orderOf = ({ login, ...order }: ConnectorOrderWire.Begin): ConnectorOrder => ({
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
  }
}

/** The company is none of ours, or the session names none. */
const broken = new ConnectorError({ reason: "BROKEN" })

const checkStep = Schema.decodeUnknownEffect(Schema.toType(Step))
const encodeStep = Schema.encodeEffect(ConnectorStep)

/** The answer with a step; what is no step, or cannot be written down, is the connector's fault. */
const answerOf = (company: string, answered: Step) =>
  checkStep(answered).pipe(
    Effect.map((step) => fromPort({ ...step, session: CompanySession.join(company, step.session) })),
    Effect.flatMap(encodeStep),
    Effect.map((step) => HttpServerResponse.jsonUnsafe(step)),
    Effect.mapError((cause) => new ConnectorError({ reason: "BROKEN", cause }))
  )

/** Why there is no answer. A connector that throws is broken: asking it again would not help. */
const reasonOf = (cause: Cause.Cause<ConnectorError>): ConnectorError["reason"] =>
  Option.match(Cause.findErrorOption(cause), { onNone: () => "BROKEN", onSome: ({ reason }) => reason })

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, ConnectorError>

/** Whatever a connector does, there is an answer. */
const settled = (call: string, answer: () => Answer) =>
  Effect.catchCause(Effect.suspend(answer), (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const reason = reasonOf(cause)
    return Effect.logWarning("a connector gave no answer").pipe(
      Effect.annotateLogs({ call, reason, failures: failuresOf(cause) }),
      Effect.as(ConnectorProblem.ofReason(reason))
    )
  })

/** Answers for every company that there is. */
export const layer = HttpApiBuilder.group(
  ConnectorApi,
  "connector",
  Effect.fnUntraced(function* (handlers) {
    const connectors = yield* Connectors

    const connectorOf = (company: string) =>
      Effect.flatMap(connectors.find(company), (found) =>
        Option.match(found, { onNone: () => broken, onSome: ({ connector }) => Effect.succeed(connector) })
      )

    /** Goes back to the connector of a session. */
    const inside = (text: string, use: (connector: Connector, session: string, company: string) => Answer): Answer => {
      const inner = CompanySession.split(text)
      if (inner === undefined) return broken
      const { company, session } = inner
      return Effect.flatMap(connectorOf(company), (connector) => use(connector, session, company))
    }

    return handlers
      .handle("begin", ({ headers, payload }) =>
        settled("begin", () =>
          connectorOf(payload.company).pipe(
            Effect.flatMap((connector) => connector.begin(orderOf(payload), headers[idempotencyKey])),
            Effect.flatMap((step) => answerOf(payload.company, step))
          )
        )
      )
      .handle("resume", ({ headers, payload }) =>
        settled("resume", () =>
          inside(payload.session, (connector, session, company) =>
            Effect.flatMap(connector.resume(session, signalOf(payload.signal), headers[idempotencyKey]), (step) =>
              answerOf(company, step)
            )
          )
        )
      )
      .handle("document", ({ payload }) =>
        settled("document", () =>
          inside(payload.session, (connector, session) =>
            Effect.map(connector.document(session, payload.documentId), ({ bytes, contentType }) =>
              HttpServerResponse.uint8Array(bytes, { contentType: contentTypeOf(contentType) })
            )
          )
        )
      )
      .handle("cancel", ({ payload }) =>
        settled("cancel", () =>
          inside(payload.session, (connector, session) =>
            Effect.as(connector.cancel(session), HttpServerResponse.empty())
          )
        )
      )
  })
)
