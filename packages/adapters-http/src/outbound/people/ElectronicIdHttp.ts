/** The electronic-ID provider over HTTP: `auth`, `collect` and `cancel` (spec 17). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { collectEvery, personalNumberMissing } from "@sheaf/domain/ElectronicIdHint"
import * as PersonalNumber from "@sheaf/domain/PersonalNumber"
import { ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import * as OutboundClient from "../OutboundClient.ts"
import { UnexpectedStatus } from "../OutboundError.ts"
import type { OutboundError } from "../OutboundError.ts"
import type { InvalidTarget, OutboundTarget } from "../OutboundTarget.ts"

/** The response to `auth`, which starts an order. */
const Ordered = Schema.Struct({
  orderRef: Schema.NonEmptyString,
  autoStartToken: Schema.NonEmptyString,
  qrStartToken: Schema.NonEmptyString,
  qrStartSecret: Schema.NonEmptyString
}).annotate({ identifier: "ElectronicIdOrdered" })

/** A hint or code that Sheaf might not know. Logs contain it, so it must be a single word. */
const Word = Schema.String.check(Schema.isPattern(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/))

const WirePersonalNumber = Schema.String.check(Schema.isPattern(/^[0-9]{12}$/))

const shared = { orderRef: Schema.String, hintCode: Schema.optionalKey(Word) }

const CollectAnswer = Schema.Union([
  Schema.Struct({ ...shared, status: Schema.Literal("pending") }),
  Schema.Struct({ ...shared, status: Schema.Literal("failed") }),
  Schema.Struct({
    ...shared,
    status: Schema.Literal("complete"),
    completionData: Schema.optionalKey(
      Schema.Struct({
        user: Schema.optionalKey(
          Schema.Struct({ personalNumber: Schema.optionalKey(Schema.RedactedFromValue(WirePersonalNumber)) })
        )
      })
    )
  })
]).annotate({ identifier: "ElectronicIdCollected" })
type CollectAnswer = typeof CollectAnswer.Type

/** The error code of a rejected call. `details` is ignored, because it can name people. */
const ElectronicIdRefusal = Schema.Struct({ errorCode: Word }).annotate({ identifier: "ElectronicIdRefusal" })

/** The error code if the same person already has an open order. The provider cancels both orders. */
const alreadyInProgress = "alreadyInProgress"

/** The error code for an unknown or forgotten order. */
const invalidParameters = "invalidParameters"

export interface ElectronicIdHttpOptions extends Omit<OutboundTarget, "maximumBytes"> {
  /**
   * The person's IP address, which the protocol expects. Sheaf does not know that address, so it sends this configured
   * address of its own for everyone. Providers can reject orders without an address.
   */
  readonly endUserIp?: string
}

/**
 * The number of orders that the adapter remembers because their response was lost. The adapter forgets the oldest
 * first.
 */
const unansweredKept = 10_000

/** The largest response, in bytes. */
const maximumBytes = 64 * 1024

/**
 * Returns true if a retry can succeed, for example after a fault at the provider, a timeout (408), or too many calls
 * (429).
 */
const mayPass = (status: number): boolean => status >= 500 || status === 408 || status === 429

const reasonOf = (cause: OutboundError | UnexpectedStatus): ElectronicIdError["reason"] => {
  if (cause._tag === "OutboundError") return cause.isUnreachable ? "UNREACHABLE" : "REFUSED"
  if (mayPass(cause.status)) return "PROVIDER_ERROR"
  return cause.errorCode === alreadyInProgress ? "ALREADY_IN_PROGRESS" : "REFUSED"
}

const toPort = Effect.mapError(
  (cause: OutboundError | UnexpectedStatus) => new ElectronicIdError({ reason: reasonOf(cause), cause })
)

/** Returns true if the provider does not know the order. Providers forget orders some time after they end. */
const isUnknownOrder = (error: OutboundError | UnexpectedStatus): boolean =>
  error._tag === "UnexpectedStatus" && !mayPass(error.status) && error.errorCode === invalidParameters

const forgotten: ElectronicIdProgress = { _tag: "Failed", hint: "expiredTransaction" }

/** Returns true if a number names a person. Check digits are ignored, because those of test numbers may be wrong. */
const isPersonalNumber = (number: Redacted.Redacted): boolean =>
  PersonalNumber.normalize(Redacted.value(number), { checkDigit: false }) !== undefined

const progressOf = (collected: CollectAnswer): ElectronicIdProgress => {
  if (collected.status === "pending") {
    return { _tag: "Pending", hint: collected.hintCode ?? "outstandingTransaction", afterMillis: collectEvery }
  }
  if (collected.status === "failed") return { _tag: "Failed", hint: collected.hintCode ?? "unknown" }
  const personalNumber = collected.completionData?.user?.personalNumber
  return personalNumber !== undefined && isPersonalNumber(personalNumber)
    ? { _tag: "Complete", personalNumber }
    : { _tag: "Failed", hint: personalNumberMissing }
}

/** Returns a function that posts JSON, and fails unless the provider accepts it. */
const postTo = (client: OutboundClient.OutboundClient) => {
  const refusal = (response: OutboundClient.OutboundResponse) =>
    client.decode(ElectronicIdRefusal, response).pipe(
      Effect.option,
      Effect.flatMap((told) =>
        Effect.fail(new UnexpectedStatus({ status: response.status, ...Option.getOrElse(told, () => ({})) }))
      )
    )

  return (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    client
      .send(
        HttpClientRequest.post(path).pipe(
          HttpClientRequest.acceptJson,
          HttpClientRequest.setHeaders(headers),
          HttpClientRequest.bodyJsonUnsafe(body)
        )
      )
      .pipe(Effect.filterOrElse(({ status }) => status >= 200 && status < 300, refusal))
}

type Begin = (personalNumber: Redacted.Redacted, key: string) => Effect.Effect<ElectronicIdOrder, ElectronicIdError>

/** Orders that survive a lost response. */
const orders = (begin: Begin) => {
  const unanswered = new Set<string>()
  const remember = (key: string) => {
    const [oldest] = unanswered
    if (unanswered.size >= unansweredKept && oldest !== undefined) unanswered.delete(oldest)
    unanswered.add(key)
  }

  /**
   * Starts an order. If the response to an earlier attempt was lost, that attempt may still have created an order.
   * Providers that ignore keys then reject the retry and cancel both orders, and one more attempt succeeds.
   */
  return (personalNumber: Redacted.Redacted, key: string) =>
    begin(personalNumber, key).pipe(
      Effect.tapError(({ reason }) =>
        Effect.sync(() => {
          if (reason === "UNREACHABLE" || reason === "PROVIDER_ERROR") remember(key)
        })
      ),
      Effect.catchIf(
        ({ reason }) => reason === "ALREADY_IN_PROGRESS" && unanswered.delete(key),
        () => begin(personalNumber, key)
      )
    )
}

const make = Effect.fnUntraced(function* ({ endUserIp, ...target }: ElectronicIdHttpOptions) {
  const client = yield* OutboundClient.make({ ...target, maximumBytes })
  const post = postTo(client)

  const begin = Effect.fnUntraced(function* (personalNumber: Redacted.Redacted, key: string) {
    const requirement = { personalNumber: Redacted.value(personalNumber) }
    const body = { ...(endUserIp === undefined ? {} : { endUserIp }), requirement }
    const response = yield* post("auth", body, { "idempotency-key": key })
    const startedAt = yield* Clock.currentTimeMillis
    const ordered = yield* client.decode(Ordered, response)
    return { ...ordered, startedAt } satisfies ElectronicIdOrder
  }, toPort)

  const collect = Effect.fnUntraced(
    function* (orderRef: string) {
      const response = yield* post("collect", { orderRef })
      const collected = yield* client.decode(CollectAnswer, response)
      // An authentication for another order does not count for this order.
      if (collected.orderRef !== orderRef) {
        return yield* new UnexpectedStatus({ status: response.status, errorCode: "anotherOrder" })
      }
      return progressOf(collected)
    },
    Effect.catchIf(isUnknownOrder, () => Effect.succeed(forgotten)),
    toPort
  )

  const cancel = Effect.fnUntraced(
    function* (orderRef: string) {
      yield* post("cancel", { orderRef })
    },
    Effect.catchIf(isUnknownOrder, () => Effect.void),
    toPort
  )

  const order = orders(begin)

  return ElectronicId.of({
    order: ({ personalNumber }, key) => order(personalNumber, key),
    collect,
    cancel
  })
})

/**
 * Calls a provider over HTTP. Orders do not depend on the login method. The provider's address determines the
 * environment. A repeated key returns the provider's first order. Its `startedAt` is the time of the repeated response,
 * because the protocol does not report when an order began.
 */
export const layer = (options: ElectronicIdHttpOptions): Layer.Layer<ElectronicId, InvalidTarget> =>
  Layer.effect(ElectronicId, make(options)).pipe(Layer.provide(NodeDns.layer))
