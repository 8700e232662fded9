/** A connector reached over HTTP, for one of the companies that it serves (docs/connectors.md; spec 2.5, 16). */
import { contentTypeOf } from "@sheaf/domain/Document"
import { ConnectorError } from "@sheaf/ports"
import type { Connector, ConnectorOrder, IdempotencyKey, Signal, Step } from "@sheaf/ports"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { hash } from "node:crypto"
import * as ConnectorApi from "../../connector/ConnectorApi.ts"
import type * as ConnectorOrderWire from "../../connector/ConnectorRequests.ts"
import { ConnectorStep, longestInformation, toPort } from "../../connector/ConnectorStep.ts"
import * as StepMisfit from "../../connector/StepMisfit.ts"
import type { OutboundClient, OutboundResponse } from "../OutboundClient.ts"
import { UnexpectedStatus } from "../OutboundError.ts"
import type { Guard } from "./CompanyGuard.ts"
import * as ConnectorFault from "./ConnectorFault.ts"
import * as DeviceHosts from "./DeviceHosts.ts"

/** Returns the key that a session's documents share. The key is a hash, because sessions are secret. */
const keyOf = (session: string): string => hash("sha256", session, "base64")

/** The pauses before the retries of `cancel`: about 250 and 500 milliseconds. */
const again = Schedule.exponential("250 millis", 2).pipe(Schedule.jittered, Schedule.upTo({ times: 2 }))

const broken = Effect.fail(new ConnectorError({ reason: "BROKEN" }))

const isPassing = ({ reason }: ConnectorError): boolean => reason !== "BROKEN"

/** Returns the wire form of an order. The client's identifier stays inside Sheaf. */
const beginOf = ({ login, ...order }: ConnectorOrder): typeof ConnectorOrderWire.Begin.Encoded => ({
  ...order,
  login: Redacted.value(login)
})

/** Returns the wire form of a signal. Connectors over HTTP open no page from which a person could return. */
const signalOf = (
  signal: Exclude<Signal, { readonly _tag: "Return" }>
): typeof ConnectorOrderWire.WireSignal.Encoded => {
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

/** Decodes a step. The first broken rule is logged for the connector's author. */
const stepOf = (call: string, answer: unknown) =>
  Effect.catchTag(decodeStep(answer), "SchemaError", (error) =>
    Effect.logWarning("connector response is not a step").pipe(
      Effect.annotateLogs({ call, misfit: StepMisfit.describe(error, answer) }),
      Effect.andThen(new ConnectorFault.Unusable({ reason: "MISSHAPEN" }))
    )
  )

/**
 * Returns true if an interim step is too long. The length is limited because interim steps can continue for minutes.
 */
const isOverlong = (step: ConnectorStep, { body }: OutboundResponse): boolean =>
  step.type !== "END" &&
  (body.length > ConnectorApi.longestInterimStep || JSON.stringify(step.information ?? {}).length > longestInformation)

/** Returns true if a step sends a device only to addresses that the policy allows. */
const respects = (policy: DeviceHosts.DevicePolicy, step: ConnectorStep): boolean =>
  step.type === "END" || (step.information?.INSTRUCTIONS ?? []).every(({ url }) => DeviceHosts.allows(url, policy))

/** Returns true if a page is at the same origin as the address. */
const isPageAt = (address: string, page: string): boolean =>
  URL.canParse(page) && new URL(page).origin === new URL(address).origin

/**
 * The settings for calls to a connector: its HTTP client, its secret if any, and the hosts to which it can send
 * devices.
 */
export interface ConnectorCalls {
  readonly client: OutboundClient
  readonly secret: Redacted.Redacted | undefined
  readonly devices: DeviceHosts.DevicePolicy
  /**
   * The address of the pages that the connector can show to people. Absent for every connector outside this process,
   * because nobody would confirm the person's return from its pages.
   */
  readonly pagesAt?: Effect.Effect<string>
}

/** Returns what all requests to a connector have in common. */
const requestOf = (secret: ConnectorCalls["secret"]): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post("").pipe(
    // Without this header, the server could choose any content coding (RFC 9110 §12.5.3).
    HttpClientRequest.setHeaders({ accept: "application/json", "accept-encoding": "identity" }),
    secret === undefined ? (request) => request : HttpClientRequest.bearerToken(Redacted.value(secret))
  )

/** Creates a connector. */
export const make = (
  { client, devices, pagesAt, secret }: ConnectorCalls,
  guard: Guard<ConnectorFault.SentFault>
): Connector => {
  const common = requestOf(secret)
  const exchange = (
    call: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
    maximumBytes?: number
  ) => {
    const request = HttpClientRequest.setUrl(common, `v${ConnectorApi.version}/${call}`).pipe(
      HttpClientRequest.setHeaders(headers),
      HttpClientRequest.bodyJsonUnsafe(body)
    )
    type Exchanged = Effect.Effect<OutboundResponse, ConnectorFault.SentFault>
    return Effect.flatMap(client.send(request, maximumBytes), (response): Exchanged => {
      const { status } = response
      const isSuccess = call === "cancel" ? status >= 200 && status < 300 : status === 200
      if (!isSuccess) return new UnexpectedStatus({ status })
      return isEncoded(response) ? new ConnectorFault.Unusable({ reason: "ENCODED" }) : Effect.succeed(response)
    })
  }

  /** Asks for a step once. The service retries with the same key. */
  const step = (call: string, body: object, key: IdempotencyKey): Effect.Effect<Step, ConnectorError> => {
    const taken = Effect.gen(function* () {
      const response = yield* exchange(call, body, { [ConnectorApi.idempotencyKey]: key })
      const answered = yield* stepOf(call, yield* client.decode(Schema.Unknown, response))
      if (!respects(devices, answered)) return yield* new ConnectorFault.Unusable({ reason: "DEVICE_HOST" })
      if (answered.type !== "END" && answered.pageUrl !== undefined) {
        const isOwn = pagesAt !== undefined && isPageAt(yield* pagesAt, answered.pageUrl)
        if (!isOwn) return yield* new ConnectorFault.Unusable({ reason: "PAGE" })
      }
      if (isOverlong(answered, response)) return yield* new ConnectorFault.Unusable({ reason: "OVERLONG" })
      return toPort(answered) ?? (yield* new ConnectorFault.Unusable({ reason: "UNSHOWN" }))
    })
    return Effect.mapError(guard(key, taken), ConnectorFault.toPort)
  }

  let cancelled = 0

  return {
    checksSteps: true,
    begin: (order, key) => step("begin", beginOf(order), key),
    resume: (session, signal, key) =>
      signal._tag === "Return" ? broken : step("resume", { session, signal: signalOf(signal) }, key),
    document: (session, documentId) => {
      const call = exchange("document", { session, documentId }, { accept: "*/*" }, ConnectorApi.longestDocument)
      return Effect.mapBoth(guard(keyOf(session), call), {
        onFailure: ConnectorFault.toPort,
        onSuccess: ({ body: { bytes }, headers }) => ({
          contentType: contentTypeOf(headers["content-type"] ?? ""),
          bytes
        })
      })
    },
    // The service does not retry `cancel`, so this adapter does. Repeated calls are harmless.
    cancel: (session) =>
      Effect.suspend(() =>
        guard(`cancel ${cancelled++}`, exchange("cancel", { session })).pipe(
          Effect.mapError(ConnectorFault.toPort),
          Effect.retry({ schedule: again, while: isPassing }),
          Effect.asVoid
        )
      )
  }
}
