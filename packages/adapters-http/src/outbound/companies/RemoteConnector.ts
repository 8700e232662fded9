/** Calls a connector over HTTP for one of the companies that it serves (docs/connectors.md; spec 2.5, 16). */
import { contentTypeOf } from "@sheaf/domain/Document"
import type { Connector, ConnectorError, ConnectorRequest, StepKey, ConnectorSignal, Step } from "@sheaf/ports"
import { Clock, Effect, Redacted, Result, Schedule, Schema, Option, Predicate } from "effect"
import { HttpClientRequest } from "effect/http"
import { hash } from "node:crypto"
import * as ConnectorApi from "../../connector/ConnectorApi.ts"
import type * as ConnectorOrderWire from "../../connector/ConnectorRequests.ts"
import { toStep, ConnectorStep } from "../../connector/ConnectorStep.ts"
import { maxInformation } from "../../connector/ShownInformation.ts"
import type { OutboundClient, OutboundResponse } from "../OutboundClient.ts"
import { UnexpectedStatusError } from "../OutboundError.ts"
import type { BreakerPolicy } from "./CompanyBreaker.ts"
import * as ConnectorCallError from "./ConnectorCallError.ts"
import * as DeviceHosts from "./DeviceHosts.ts"
import type { Product } from "@sheaf/domain/Product"
import { asOtherInsurance } from "@sheaf/domain/insurance/UnknownKind"
import { ReportedInsurance, ReportedWealth } from "@sheaf/domain/ReportedRecords"
import { BankAccountType } from "@sheaf/domain/WealthType"
import * as StepViolation from "../../connector/StepViolation.ts"

/** How many invalid records the log describes for the connector's author. */
const maxDescribed = 20

/** `null` is removed up to this depth. Valid steps are never this deep, and a deeper search could exhaust the stack. */
const maxDepth = 64

export interface ReceivedStep {
  readonly step: ConnectorStep
  /**
   * Describes the omitted records, at most {@link maxDescribed}: where each record is invalid, and which rule it breaks
   * first.
   */
  readonly misfits: ReadonlyArray<string>
}

const decodeStep = Schema.decodeUnknownResult(ConnectorStep)
const decodeInsurance = Schema.decodeUnknownResult(ReportedInsurance)
const decodeWealth = Schema.decodeUnknownResult(ReportedWealth)

const withoutNulls = (value: unknown, depth = 0): unknown => {
  if (depth > maxDepth || typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.flatMap((entry) => (entry === null ? [] : [withoutNulls(entry, depth + 1)]))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, withoutNulls(member, depth + 1)]]
    )
  )
}

type RecordList = "insurance" | "wealth"

const isAccountType = Schema.is(BankAccountType)

const productOf = (list: RecordList, record: unknown): Product => {
  if (list === "insurance") return "INSURANCE"
  return Predicate.hasProperty(record, "type") && isAccountType(record.type) ? "PSD2_AIS" : "WEALTH"
}

const misfitOf = (list: RecordList, record: unknown): string | undefined => {
  const broken =
    list === "insurance" ? Result.getFailure(decodeInsurance(record)) : Result.getFailure(decodeWealth(record))
  return Option.getOrUndefined(Option.map(broken, (error) => StepViolation.describe(error, record)))
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const withKnownKinds = (answer: unknown): unknown => {
  if (!Predicate.hasProperty(answer, "collected") || !Predicate.hasProperty(answer.collected, "insurance"))
    return answer
  const { insurance } = answer.collected
  if (!isList(insurance)) return answer
  return { ...answer, collected: { ...answer.collected, insurance: insurance.map(asOtherInsurance) } }
}

const withoutMisfits = (answer: unknown): { readonly answer: unknown; readonly misfits: ReadonlyArray<string> } => {
  if (!Predicate.hasProperty(answer, "collected") || !Predicate.isObject(answer.collected))
    return { answer, misfits: [] }
  const { collected } = answer
  const misfits: Array<string> = []
  const products = new Set<Product>()
  const fitting = (list: RecordList) => {
    const records: unknown = Predicate.hasProperty(collected, list) ? collected[list] : undefined
    if (!isList(records)) return {}
    const kept = records.filter((record, index) => {
      const misfit = misfitOf(list, record)
      if (misfit === undefined) return true
      products.add(productOf(list, record))
      if (misfits.length < maxDescribed) misfits.push(`/collected/${list}/${index}${misfit}`)
      return false
    })
    return { [list]: kept }
  }
  const lists = { ...fitting("insurance"), ...fitting("wealth") }
  const reported: unknown = Predicate.hasProperty(collected, "missing") ? collected.missing : []
  const missing = [
    ...(isList(reported) ? reported : []),
    ...[...products].map((product) => ({ product, reason: "INVALID_DATA" }))
  ]
  return { answer: { ...answer, collected: { ...collected, ...lists, missing } }, misfits }
}

/**
 * Decodes a response as a step. `null` means unknown, at any depth. If the response is not a valid step, replaces
 * unknown kinds of insurance with a known one and omits invalid records, so that the collection does not fail (spec 1,
 * 16). If the response is still not a valid step after these changes, fails with a description of the first rule that
 * it violates.
 */
export const decodeReceived = (answer: unknown): Result.Result<ReceivedStep, string> => {
  const first = decodeStep(answer)
  if (Result.isSuccess(first)) return Result.succeed({ step: first.success, misfits: [] })
  const known = withKnownKinds(withoutNulls(answer))
  const second = decodeStep(known)
  if (Result.isSuccess(second)) return Result.succeed({ step: second.success, misfits: [] })
  const fitting = withoutMisfits(known)
  const third = decodeStep(fitting.answer)
  if (Result.isFailure(third)) return Result.fail(StepViolation.describe(third.failure, fitting.answer))
  return Result.succeed({ step: third.success, misfits: fitting.misfits })
}

/**
 * Returns the key that the circuit breaker uses for all documents of a session. Sessions are secret, so the key is a
 * hash.
 */
const keyOf = (session: string): string => hash("sha256", session, "base64")

const again = Schedule.exponential("250 millis", 2).pipe(Schedule.jittered, Schedule.upTo({ times: 2 }))

const isPassing = ({ reason }: ConnectorError): boolean => reason !== "BROKEN"

/** The body contains the login in plain text. */
const beginOf = ({ login, ...order }: ConnectorRequest): typeof ConnectorOrderWire.Begin.Encoded => ({
  ...order,
  login: Redacted.value(login)
})

const signalOf = (signal: ConnectorSignal): typeof ConnectorOrderWire.WireSignal.Encoded => {
  switch (signal._tag) {
    case "Tick":
      return { type: "TICK" }
    case "Input":
      return { type: "INPUT", input: Redacted.value(signal.input) }
    case "Responses":
      return { type: "RESPONSES", responses: Redacted.value(signal.responses) }
    case "Return":
      return { type: "RETURN", query: signal.query === undefined ? {} : Redacted.value(signal.query) }
    case "Renew": {
      const { filter, products } = signal
      return { type: "RENEW", products, ...(filter && { filter }) }
    }
  }
}

const isEncoded = ({ headers }: OutboundResponse): boolean =>
  (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity"

/** Decodes a step. Logs protocol violations for the connector's author. */
const stepOf = Effect.fnUntraced(function* (call: string, answer: unknown) {
  const read = decodeReceived(answer)
  if (Result.isFailure(read)) {
    yield* Effect.logWarning("connector response is not a step").pipe(
      Effect.annotateLogs({ call, misfit: read.failure })
    )
    return yield* new ConnectorCallError.ConnectorResponseError({ reason: "MISSHAPEN" })
  }
  const { misfits, step } = read.success
  if (misfits.length > 0)
    yield* Effect.logWarning("connector response has records that do not fit, which were left out").pipe(
      Effect.annotateLogs({ call, misfits })
    )
  return step
})

/** Steps that end the collection are exempt from this limit. */
const isOverlong = (step: ConnectorStep, { body }: OutboundResponse): boolean =>
  step.type !== "END" &&
  (body.length > ConnectorApi.maxInterimStepBytes || JSON.stringify(step.information ?? {}).length > maxInformation)

const respects = (policy: DeviceHosts.DevicePolicy, step: ConnectorStep): boolean =>
  step.type === "END" ||
  (step.information?.INSTRUCTIONS ?? []).every(({ url }) => DeviceHosts.isDeviceUrlAllowed(url, policy))

const pagesIn = (step: ConnectorStep): ReadonlyArray<string> => {
  const { APP_URL, ORDER_PAGE_URL, REDIRECT_URL } = (step.type !== "END" && step.information) || {}
  return [APP_URL, ORDER_PAGE_URL, REDIRECT_URL].filter((page) => page !== undefined)
}

export interface ConnectorConnection {
  readonly client: OutboundClient
  readonly secret: Redacted.Redacted | undefined
  readonly devices: DeviceHosts.DevicePolicy
  readonly pages: Effect.Effect<DeviceHosts.PagePolicy>
  /** Which logins lead to a page that sends the person back. Default: all. */
  readonly pageUse?: NonNullable<Connector["pageUse"]>
}

const requestOf = (secret: ConnectorConnection["secret"]): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.post("").pipe(
    // Without this header, the server could compress its response (RFC 9110 §12.5.3).
    HttpClientRequest.setHeaders({ accept: "application/json", "accept-encoding": "identity" }),
    secret === undefined ? (request) => request : HttpClientRequest.bearerToken(Redacted.value(secret))
  )

/**
 * Returns the rule that the step breaks if it sends the person or a device to a host that the configuration does not
 * allow.
 */
const foreignUrlIn = Effect.fnUntraced(function* (
  { devices, pages }: Pick<ConnectorConnection, "devices" | "pages">,
  answered: ConnectorStep
) {
  if (!respects(devices, answered)) return "DEVICE_HOST" as const
  const shown = pagesIn(answered)
  if (shown.length === 0) return undefined
  const policy = yield* pages
  return shown.every((page) => DeviceHosts.isPageUrlAllowed(page, policy)) ? undefined : ("PAGE_HOST" as const)
})

export const make = (
  connection: ConnectorConnection,
  guard: BreakerPolicy<ConnectorCallError.AttemptedConnectorCallError>
): Connector => {
  const { client, pageUse = () => "OPTIONAL", secret } = connection
  const common = requestOf(secret)
  const exchange = (call: string, body: object, headers: Readonly<Record<string, string>> = {}, maxBytes?: number) => {
    const request = HttpClientRequest.setUrl(common, `v${ConnectorApi.protocolVersion}/${call}`).pipe(
      HttpClientRequest.setHeaders(headers),
      HttpClientRequest.bodyJsonUnsafe(body)
    )
    type Exchanged = Effect.Effect<OutboundResponse, ConnectorCallError.AttemptedConnectorCallError>
    return Effect.flatMap(client.send(request, maxBytes), (response): Exchanged => {
      const { status } = response
      const isSuccess = call === "cancel" ? status >= 200 && status < 300 : status === 200
      if (!isSuccess) return new UnexpectedStatusError({ status })
      if (isEncoded(response)) return new ConnectorCallError.ConnectorResponseError({ reason: "ENCODED" })
      return Effect.succeed(response)
    })
  }

  const step = (call: string, body: object, key: StepKey): Effect.Effect<Step, ConnectorError> => {
    const taken = Effect.gen(function* () {
      const response = yield* exchange(call, body, { [ConnectorApi.idempotencyKeyHeader]: key })
      const answered = yield* stepOf(call, yield* client.decode(Schema.Unknown, response))
      const reason = isOverlong(answered, response) ? "OVERLONG" : yield* foreignUrlIn(connection, answered)
      if (reason !== undefined) return yield* new ConnectorCallError.ConnectorResponseError({ reason })
      return (
        toStep(answered, yield* Clock.currentTimeMillis) ??
        (yield* new ConnectorCallError.ConnectorResponseError({ reason: "UNSHOWN" }))
      )
    })
    return Effect.mapError(guard(key, taken), ConnectorCallError.toConnectorError)
  }

  let cancelled = 0

  return {
    checksSteps: true,
    begin: (order, key) => step("begin", beginOf(order), key),
    pageUse,
    resume: (session, signal, key, pageReturn) =>
      step("resume", { session, signal: signalOf(signal), ...(pageReturn && { pageReturn }) }, key),
    document: (session, documentId) => {
      const call = exchange("document", { session, documentId }, { accept: "*/*" }, ConnectorApi.maxDocumentBytes)
      return Effect.mapBoth(guard(keyOf(session), call), {
        onFailure: ConnectorCallError.toConnectorError,
        onSuccess: ({ body: { bytes }, headers }) => ({
          contentType: contentTypeOf(headers["content-type"] ?? ""),
          bytes
        })
      })
    },
    // The service does not retry `cancel`, so this adapter does. `cancel` is idempotent.
    cancel: (session) =>
      Effect.suspend(() =>
        guard(`cancel ${cancelled++}`, exchange("cancel", { session })).pipe(
          Effect.mapError(ConnectorCallError.toConnectorError),
          Effect.retry({ schedule: again, while: isPassing }),
          Effect.asVoid
        )
      )
  }
}
