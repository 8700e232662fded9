/** One connector behind HTTP, for one of the companies that it serves (docs/connectors.md; decisions 4, 9). */
import { contentTypeOf } from "@sheaf/domain/Document"
import type { Connector, ConnectorError, ConnectorOrder, IdempotencyKey, Signal, Step } from "@sheaf/ports"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { hash } from "node:crypto"
import * as ConnectorApi from "../../connector/ConnectorApi.ts"
import type * as ConnectorOrderWire from "../../connector/ConnectorOrder.ts"
import { ConnectorStep, longestInformation, toPort } from "../../connector/ConnectorStep.ts"
import * as StepMisfit from "../../connector/StepMisfit.ts"
import * as ConnectorFault from "./ConnectorFault.ts"
import type { OutboundClient, OutboundResponse } from "../OutboundClient.ts"

/** Lets a call out, or not, and learns what comes of it. The key is the same when the same is asked for again. */
export type Guard = <A>(
  key: string,
  call: Effect.Effect<A, ConnectorFault.SentFault>
) => Effect.Effect<A, ConnectorFault.ConnectorFault>

/** The same for all documents of one person. Sessions are secrets: nobody keeps them who does not need them. */
const keyOf = (session: string): string => hash("sha256", session, "base64")

/** The pauses before what only we ask for again: a quarter of a second, and half of one, a little more or less. */
const again = Schedule.exponential("250 millis", 2).pipe(Schedule.jittered, Schedule.upTo({ times: 2 }))

const isPassing = ({ reason }: ConnectorError): boolean => reason !== "BROKEN"

const beginOf = ({ login, ...order }: ConnectorOrder): typeof ConnectorOrderWire.Begin.Encoded => ({
  ...order,
  login: Redacted.value(login)
})

const signalOf = (signal: Signal): typeof ConnectorOrderWire.WireSignal.Encoded => {
  switch (signal._tag) {
    case "Tick":
      return { type: "TICK" }
    case "Input":
      return { type: "INPUT", input: Redacted.value(signal.input) }
    case "Responses":
      return { type: "RESPONSES", responses: Redacted.value(signal.responses) }
  }
}

const isEncoded = ({ headers }: OutboundResponse): boolean =>
  (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity"

const decodeStep = Schema.decodeUnknownEffect(ConnectorStep)

/** An answer as a step. Why it is none is logged, for whoever writes the connector. */
const stepOf = (call: string, answer: unknown) =>
  Effect.catchTag(decodeStep(answer), "SchemaError", (error) =>
    Effect.logWarning("the answer of a connector is no step").pipe(
      Effect.annotateLogs({ call, misfit: StepMisfit.describe(error, answer) }),
      Effect.andThen(new ConnectorFault.Unusable({ reason: "MISSHAPEN" }))
    )
  )

/** Steps that end nothing can follow each other for minutes: none of them may be as costly as an end. */
const isOverlong = (step: ConnectorStep, { body }: OutboundResponse): boolean =>
  step.type !== "END" &&
  (body.length > ConnectorApi.longestInterimStep || JSON.stringify(step.information ?? {}).length > longestInformation)

/** The connector behind `client`, which is shown the secret, where there is one. */
export const make = (client: OutboundClient, guard: Guard, secret: Redacted.Redacted | undefined): Connector => {
  // Where nothing is said about codings, all are acceptable (RFC 9110 §12.5.3).
  const common = { accept: "application/json", "accept-encoding": "identity" }

  const requestOf = (call: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    HttpClientRequest.post(`v${ConnectorApi.version}/${call}`).pipe(
      HttpClientRequest.setHeaders({ ...common, ...headers }),
      HttpClientRequest.bodyJsonUnsafe(body),
      secret === undefined ? (request) => request : HttpClientRequest.bearerToken(Redacted.value(secret))
    )

  const exchange = Effect.fnUntraced(function* (
    request: HttpClientRequest.HttpClientRequest,
    isAnswer: (status: number) => boolean,
    maximumBytes?: number
  ) {
    const response = yield* client.send(request, maximumBytes)
    if (!isAnswer(response.status)) return yield* new ConnectorFault.ConnectorRefused({ status: response.status })
    if (isEncoded(response)) return yield* new ConnectorFault.Unusable({ reason: "ENCODED" })
    return response
  })

  const isWhole = (status: number) => status === 200

  /** The service itself asks for a step again, with its key, and for a document. */
  const step = (call: string, body: object, key: IdempotencyKey): Effect.Effect<Step, ConnectorError> => {
    const request = requestOf(call, body, { [ConnectorApi.idempotencyKey]: key })
    const taken = Effect.gen(function* () {
      const response = yield* exchange(request, isWhole)
      const answered = yield* stepOf(call, yield* client.decode(Schema.Unknown, response))
      if (isOverlong(answered, response)) return yield* new ConnectorFault.Unusable({ reason: "OVERLONG" })
      return toPort(answered) ?? (yield* new ConnectorFault.Unusable({ reason: "UNSHOWN" }))
    })
    return Effect.mapError(guard(key, taken), ConnectorFault.toPort)
  }

  let cancelled = 0

  return {
    begin: (order, key) => step("begin", beginOf(order), key),
    resume: (session, signal, key) => step("resume", { session, signal: signalOf(signal) }, key),
    document: (session, documentId) => {
      const request = requestOf("document", { session, documentId }, { accept: "*/*" })
      return exchange(request, isWhole, ConnectorApi.longestDocument).pipe(
        (call) => guard(keyOf(session), call),
        Effect.mapBoth({
          onFailure: ConnectorFault.toPort,
          onSuccess: ({ body: bytes, headers }) => ({
            contentType: contentTypeOf(headers["content-type"] ?? ""),
            bytes
          })
        })
      )
    },
    // Nobody else asks for it again, and it can be asked for as often as one likes.
    cancel: (session) =>
      Effect.suspend(() => {
        const key = `cancel ${cancelled++}`
        return guard(
          key,
          exchange(requestOf("cancel", { session }), (status) => status >= 200 && status < 300)
        ).pipe(
          Effect.mapError(ConnectorFault.toPort),
          Effect.retry({ schedule: again, while: isPassing }),
          Effect.asVoid
        )
      })
  }
}
