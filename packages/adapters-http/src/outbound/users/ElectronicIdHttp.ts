/** An electronic-ID provider over HTTP: `auth`, `collect` and `cancel` (spec 17). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { collectIntervalMillis, personalNumberMissingHint } from "@sheaf/domain/ElectronicIdHint"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as PersonalNumber from "@sheaf/domain/PersonalNumber"
import { ElectronicId, orderDeviceOf } from "@sheaf/ports"
import type {
  ElectronicIdError,
  ElectronicIdOrder,
  ElectronicIdProgress,
  ElectronicIdRequest,
  OrderCompletion,
  OrderRisk
} from "@sheaf/ports"
import { Clock, Effect, Layer, Redacted, Struct } from "effect"
import type { HttpClient } from "effect/http"
import * as BankIdResponses from "./BankIdResponses.ts"
import * as ProviderCalls from "./ProviderCalls.ts"
import * as PurposeText from "./PurposeText.ts"
import * as OutboundClient from "../OutboundClient.ts"
import { UnexpectedStatusError } from "../OutboundError.ts"
import type { OutboundError } from "../OutboundError.ts"
import type { InvalidTargetError, OutboundTarget } from "../OutboundTarget.ts"

export type ElectronicIdHttpOptions = Omit<OutboundTarget, "maxBytes"> & OrderOptions

export interface BankIdOptions {
  /** The prefix of animated QR codes, by which the app recognizes them. */
  readonly qrPrefix: string
  /** True if every order must contain the IP address of the person's device. */
  readonly requiresEndUserIp: boolean
  readonly requirement?: {
    readonly pinCode?: boolean
    readonly mrtd?: boolean
    readonly certificatePolicies?: ReadonlyArray<string>
    /** The highest risk at which an order may still complete. */
    readonly risk?: "LOW" | "MODERATE"
  }
  readonly returnRisk?: boolean
  /** Keeps the signatures and OCSP responses of completed orders. */
  readonly keepsProof?: boolean
}

/**
 * What an order contains in addition to the person: the members that BankID defines, an IP address that is the same for
 * all orders, or nothing.
 */
type OrderOptions =
  | { readonly bankId: BankIdOptions; readonly endUserIp?: never }
  | { readonly bankId?: never; readonly endUserIp?: string }

/** How many orders with lost responses are remembered. The oldest are forgotten first. */
const unansweredKept = 10_000

const toPort = ProviderCalls.mapToElectronicIdError(BankIdResponses.alreadyInProgressCode)

/** Providers forget an order some time after its end. */
const isUnknownOrder = (error: OutboundError | UnexpectedStatusError): boolean =>
  error._tag === "UnexpectedStatusError" &&
  !ProviderCalls.isRetryable(error.status) &&
  error.errorCode === BankIdResponses.invalidParametersCode

/** Check digits are not verified, because test numbers can have wrong ones. */
const isPersonalNumber = (number: string): boolean =>
  PersonalNumber.normalize(number, { checkDigit: false }) !== undefined

const risks: ReadonlyMap<string, OrderRisk> = new Map([
  ["low", "LOW"],
  ["moderate", "MODERATE"],
  ["high", "HIGH"]
])

const completionOf = (
  { device, ocspResponse, risk, signature }: BankIdResponses.CompletionData,
  keepsProof: boolean
): OrderCompletion => ({
  ...(device?.ipAddress !== undefined && { deviceIpAddress: device.ipAddress }),
  ...(risk !== undefined && { risk: risks.get(risk.toLowerCase()) ?? "UNKNOWN" }),
  ...(keepsProof &&
    signature !== undefined && {
      proof: Redacted.make({ signature, ...(ocspResponse !== undefined && { ocspResponse }) })
    })
})

const progressOf = (collected: BankIdResponses.CollectResponse, keepsProof: boolean): ElectronicIdProgress => {
  if (collected.status === "pending") {
    return { _tag: "Pending", hint: collected.hintCode ?? "outstandingTransaction", afterMillis: collectIntervalMillis }
  }
  if (collected.status === "failed") return { _tag: "Failed", hint: collected.hintCode ?? "unknown" }
  const { completionData = {} } = collected
  const personalNumber = completionData.user?.personalNumber
  if (personalNumber === undefined || !isPersonalNumber(Redacted.value(personalNumber))) {
    return { _tag: "Failed", hint: personalNumberMissingHint }
  }
  const completion = completionOf(completionData, keepsProof)
  return { _tag: "Complete", personalNumber, ...(Object.keys(completion).length > 0 && { completion }) }
}

/**
 * Describes an order as the protocol requires, without account numbers. The person does not see the description but
 * signs it, so a stored proof says what the login was for.
 */
const descriptionOf = ({ company, loginMethod, purpose }: ElectronicIdRequest): string => {
  const { scope, ...told } = purpose ?? { products: [] }
  const described = { ...told, ...(scope && { scope: Struct.omit(scope, ["accountIds"]) }) }
  return Buffer.from(JSON.stringify({ company, loginMethod, purpose: described })).toString("base64")
}

const bankIdMembersOf = (request: ElectronicIdRequest, { returnRisk }: BankIdOptions) => ({
  ...PurposeText.userVisibleDataOf(request.purpose, request.company),
  ...(request.returnUrl !== undefined &&
    orderDeviceOf(request.loginMethod) !== "OTHER" && { returnUrl: request.returnUrl }),
  ...(returnRisk === true && { returnRisk }),
  ...LoginIdentity.deviceDataOf(Redacted.value(request.login))
})

const shownOf = (
  { autoStartToken, orderRef, pageUrl, qrStartSecret, qrStartToken }: typeof BankIdResponses.OrderResponse.Type,
  bankId: BankIdOptions | undefined,
  startedAt: number
): ElectronicIdOrder => {
  const code = { startToken: qrStartToken, startSecret: qrStartSecret, startedAt }
  return {
    orderRef,
    autoStartToken,
    ...(pageUrl !== undefined && { pageUrl }),
    animatedCode: { ...(bankId && { prefix: bankId.qrPrefix }), ...code }
  }
}

type Begin = (request: ElectronicIdRequest, key: string) => Effect.Effect<ElectronicIdOrder, ElectronicIdError>

/** Makes it safe to retry `begin` after a lost response. */
const orders = (begin: Begin): Begin => {
  const unanswered = new Set<string>()
  const remember = (key: string) => {
    const [oldest] = unanswered
    if (unanswered.size >= unansweredKept && oldest !== undefined) unanswered.delete(oldest)
    unanswered.add(key)
  }

  /**
   * If the response to an earlier attempt was lost, the provider may already have an order. A provider that ignores
   * idempotency keys then rejects the retry and cancels both orders, so one more attempt succeeds.
   */
  return (request, key) =>
    begin(request, key).pipe(
      Effect.tapError(({ reason }) =>
        Effect.sync(() => {
          if (reason === "UNREACHABLE" || reason === "PROVIDER_ERROR") remember(key)
        })
      ),
      Effect.catchIf(
        ({ reason }) => reason === "ALREADY_IN_PROGRESS" && unanswered.delete(key),
        () => begin(request, key)
      )
    )
}

const makeWith = (
  client: OutboundClient.OutboundClient,
  { bankId, endUserIp: everyonesIp }: OrderOptions
): ElectronicId["Service"] => {
  const { post } = ProviderCalls.makeCalls(client)

  const begin = Effect.fnUntraced(function* (request: ElectronicIdRequest, key: string) {
    const login = Redacted.value(request.login)
    const personalNumber = LoginIdentity.personalNumberOf(login)
    const endUserIp = (bankId && LoginIdentity.endUserIpOf(login)) ?? everyonesIp
    if (personalNumber === undefined || !isPersonalNumber(personalNumber)) return yield* ProviderCalls.refusedError
    if (endUserIp === undefined && bankId?.requiresEndUserIp === true) return yield* ProviderCalls.refusedError
    const body = {
      ...(endUserIp !== undefined && { endUserIp }),
      userNonVisibleData: descriptionOf(request),
      ...(bankId && bankIdMembersOf(request, bankId)),
      requirement: { personalNumber, ...bankId?.requirement }
    }
    const response = yield* post("auth", body, { "idempotency-key": key })
    const startedAt = yield* Clock.currentTimeMillis
    return shownOf(yield* client.decode(BankIdResponses.OrderResponse, response), bankId, startedAt)
  }, toPort)

  const order = orders(begin)

  const collect = Effect.fnUntraced(
    function* (orderRef: string) {
      const response = yield* post("collect", { orderRef })
      const collected = yield* client.decode(BankIdResponses.CollectResponse, response)
      // An authentication for another order does not count.
      if (collected.orderRef !== orderRef) {
        return yield* new UnexpectedStatusError({ status: response.status, errorCode: "anotherOrder" })
      }
      return progressOf(collected, bankId?.keepsProof === true)
    },
    Effect.catchIf(isUnknownOrder, () => Effect.succeed(ProviderCalls.forgottenProgress)),
    toPort
  )

  const cancel = Effect.fnUntraced(
    function* (orderRef: string) {
      yield* post("cancel", { orderRef })
    },
    Effect.catchIf(isUnknownOrder, () => Effect.void),
    toPort
  )

  return ElectronicId.of({ order, collect, cancel })
}

export const make = Effect.fnUntraced(function* (options: ElectronicIdHttpOptions) {
  return makeWith(yield* OutboundClient.make({ ...options, maxBytes: ProviderCalls.maxBytes }), options)
})

export const makeInProcess = (transport: HttpClient.HttpClient): ElectronicId["Service"] =>
  makeWith(OutboundClient.makeInProcess(transport, ProviderCalls.maxBytes), {})

/**
 * Orders do not depend on the login method, and the provider's URL determines the environment. If an order is requested
 * again with the same idempotency key, the provider returns the first order. `startedAt` is then the time of the
 * repeated response, because the protocol does not say when an order began.
 */
export const layer = (options: ElectronicIdHttpOptions): Layer.Layer<ElectronicId, InvalidTargetError> =>
  Layer.effect(ElectronicId, make(options)).pipe(Layer.provide(NodeDns.layer))
