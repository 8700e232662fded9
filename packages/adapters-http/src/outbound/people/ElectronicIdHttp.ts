/** A provider of electronic identification over HTTP: the scheme of order, collect and cancel (decisions 6). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { collectEvery } from "@sheaf/domain/ElectronicId"
import { ElectronicId, ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import * as ElectronicIdScheme from "./ElectronicIdScheme.ts"
import * as OutboundClient from "../OutboundClient.ts"
import { OutboundError } from "../OutboundError.ts"
import type { OutboundReason } from "../OutboundError.ts"
import type { InvalidTarget, OutboundTarget } from "../OutboundTarget.ts"

export interface ElectronicIdHttpOptions extends Omit<OutboundTarget, "maximumBytes"> {
  /**
   * The address from which the person acts, as the scheme wants it told. Sheaf does not know it: what is configured here
   * is an address of the service itself, the same for everybody. Left out, orders have none, which providers may refuse.
   */
  readonly endUserIp?: string
}

/** So many orders are remembered whose answer was lost; the oldest are forgotten first. */
const unansweredKept = 10_000

/** Its answers are short. */
const maximumBytes = 64 * 1024

/** The provider answered, and not with what was asked for. */
class ProviderRefused extends Schema.TaggedError<ProviderRefused>()("ProviderRefused", {
  status: Schema.Int,
  errorCode: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return `the provider answered ${this.status}${this.errorCode === undefined ? "" : ` ${this.errorCode}`}`
  }
}

const reasons: Record<OutboundReason, ElectronicIdError["reason"]> = {
  FORBIDDEN_ADDRESS: "UNREACHABLE",
  OUTSIDE_BASE: "REFUSED",
  UNREACHABLE: "UNREACHABLE",
  TIMEOUT: "UNREACHABLE",
  TOO_LARGE: "REFUSED",
  REDIRECTED: "REFUSED",
  MALFORMED: "REFUSED"
}

/** Answers after which it is worth trying again: the provider's faults, its haste (408), and our own (429). */
const mayPass = (status: number): boolean => status >= 500 || status === 408 || status === 429

const reasonOf = (cause: OutboundError | ProviderRefused): ElectronicIdError["reason"] => {
  if (cause instanceof OutboundError) return reasons[cause.reason]
  if (mayPass(cause.status)) return "PROVIDER_ERROR"
  return cause.errorCode === ElectronicIdScheme.alreadyInProgress ? "ALREADY_IN_PROGRESS" : "REFUSED"
}

const toPort = Effect.mapError(
  (cause: OutboundError | ProviderRefused) => new ElectronicIdError({ reason: reasonOf(cause), cause })
)

/** Providers forget orders some time after their end, and what was never an order looks the same. */
const isUnknownOrder = (error: OutboundError | ProviderRefused): boolean =>
  error instanceof ProviderRefused && !mayPass(error.status) && error.errorCode === ElectronicIdScheme.invalidParameters

const forgotten: ElectronicIdProgress = { _tag: "Failed", hint: "expiredTransaction" }

const progressOf = (collected: ElectronicIdScheme.CollectAnswer): ElectronicIdProgress => {
  if (collected.status === "pending") {
    return { _tag: "Pending", hint: collected.hintCode ?? "outstandingTransaction", afterMillis: collectEvery }
  }
  if (collected.status === "failed") return { _tag: "Failed", hint: collected.hintCode ?? "unknown" }
  const personalNumber = collected.completionData?.user?.personalNumber
  return { _tag: "Complete", ...(personalNumber === undefined ? {} : { personalNumber }) }
}

const make = Effect.fnUntraced(function* ({ endUserIp, ...target }: ElectronicIdHttpOptions) {
  const client = yield* OutboundClient.make({ ...target, maximumBytes })

  const refusal = (response: OutboundClient.OutboundResponse) =>
    client.decode(ElectronicIdScheme.ElectronicIdRefusal, response).pipe(
      Effect.option,
      Effect.flatMap((told) =>
        Effect.fail(new ProviderRefused({ status: response.status, ...Option.getOrElse(told, () => ({})) }))
      )
    )

  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    client
      .send(
        HttpClientRequest.post(path).pipe(
          HttpClientRequest.acceptJson,
          HttpClientRequest.setHeaders(headers),
          HttpClientRequest.bodyJsonUnsafe(body)
        )
      )
      .pipe(Effect.filterOrElse(({ status }) => status >= 200 && status < 300, refusal))

  const begin = Effect.fnUntraced(function* (personalNumber: Redacted.Redacted, key: string) {
    const requirement = { personalNumber: Redacted.value(personalNumber) }
    const body = { ...(endUserIp === undefined ? {} : { endUserIp }), requirement }
    const response = yield* post("auth", body, { "idempotency-key": key })
    const startedAt = yield* Clock.currentTimeMillis
    const ordered = yield* client.decode(ElectronicIdScheme.Ordered, response)
    return { ...ordered, startedAt } satisfies ElectronicIdOrder
  }, toPort)

  const unanswered = new Set<string>()
  const remember = (key: string) => {
    const [oldest] = unanswered
    if (unanswered.size >= unansweredKept && oldest !== undefined) unanswered.delete(oldest)
    unanswered.add(key)
  }

  /**
   * An order whose answer was lost may have been made. Where the provider knows no keys, the second one then cancels both:
   * what stands in its way is its own, and a third one does not meet it any more.
   */
  const order = (personalNumber: Redacted.Redacted, key: string) =>
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

  const collect = Effect.fnUntraced(
    function* (orderRef: string) {
      const response = yield* post("collect", { orderRef })
      const collected = yield* client.decode(ElectronicIdScheme.CollectAnswer, response)
      // Whoever identified for another order did not identify for this one.
      if (collected.orderRef !== orderRef) {
        return yield* new ProviderRefused({ status: response.status, errorCode: "anotherOrder" })
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

  return ElectronicId.of({
    order: ({ personalNumber }, key) => order(personalNumber, key),
    collect,
    cancel
  })
})

/**
 * A provider that is called over HTTP. The scheme of the order is the same for every login method, and the environment is
 * that of the address. Repeated with its key, an order is the provider's first one, but its `startedAt` is the time of
 * the repeated answer, since the scheme does not tell when an order began.
 */
export const layer = (options: ElectronicIdHttpOptions): Layer.Layer<ElectronicId, InvalidTarget> =>
  Layer.effect(ElectronicId, make(options)).pipe(Layer.provide(NodeDns.layer))
