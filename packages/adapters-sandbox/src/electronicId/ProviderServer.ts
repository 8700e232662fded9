/**
 * Serves the simulated provider over the electronic-ID scheme's own protocol: `auth`, `collect` and `cancel` (spec 17).
 * The order's purpose, including the company, is in `userNonVisibleData`. If this field is missing, the order does not
 * name a company.
 */
import { personalNumberMissingHint } from "@sheaf/domain/ElectronicIdHint"
import type { ElectronicId, ElectronicIdError, ElectronicIdProgress } from "@sheaf/ports"
import { Effect, Option, Redacted, Schema } from "effect"
import { HttpClientRequest, HttpServerRequest, HttpServerResponse } from "effect/http"
import { personalNumberLogin, methodWithoutScheme } from "../scenarios/ScenarioTable.ts"
import * as OrderReference from "./OrderReference.ts"

const { company, method: loginMethod, purpose } = OrderReference.OrderContent.fields

const Described = Schema.Struct({ company, loginMethod, purpose })

const Auth = Schema.Struct({
  requirement: Schema.Struct({ personalNumber: Schema.String }),
  userNonVisibleData: Schema.optionalKey(Schema.StringFromBase64)
})
const Reference = Schema.Struct({ orderRef: Schema.String })

/** An in-process client passes its body as text, so there are no bytes to decode. */
const bodyOf = <S extends Schema.Codec<unknown>>(schema: S) => {
  const decode = Schema.decodeEffect(Schema.fromJsonString(schema))
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const { source } = request
    const sent = HttpClientRequest.isHttpClientRequest(source) && source.body._tag === "Uint8Array" && source.body.text
    return Effect.flatMap(typeof sent === "string" ? Effect.succeed(sent) : request.text, (text) => decode(text))
  })
}

const authBody = bodyOf(Auth)
const referenceBody = bodyOf(Reference)

const decodeDescribed = Schema.decodeUnknownOption(Schema.fromJsonString(Described))

const undescribed: typeof Described.Type = {
  company: "se-nordhem",
  loginMethod: methodWithoutScheme
}

const json = (body: object, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body, { status })

const refused = (errorCode: string, status = 400) => json({ errorCode, details: "" }, status)

const refusals: Record<ElectronicIdError["reason"], HttpServerResponse.HttpServerResponse> = {
  ALREADY_IN_PROGRESS: refused("alreadyInProgress"),
  REFUSED: refused("invalidParameters"),
  PROVIDER_ERROR: refused("internalError", 500),
  UNREACHABLE: refused("maintenance", 503)
}

const collected = (orderRef: string, progress: ElectronicIdProgress): HttpServerResponse.HttpServerResponse => {
  switch (progress._tag) {
    case "Pending":
      return json({ orderRef, status: "pending", hintCode: progress.hint })
    case "Failed":
      return progress.hint === personalNumberMissingHint
        ? json({ orderRef, status: "complete", completionData: {} })
        : json({ orderRef, status: "failed", hintCode: progress.hint })
    case "Complete": {
      const user = { personalNumber: Redacted.value(progress.personalNumber) }
      return json({ orderRef, status: "complete", completionData: { user } })
    }
  }
}

export const make = (provider: ElectronicId["Service"]) => {
  const auth = Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const { requirement, userNonVisibleData = "" } = yield* authBody
    const described = Option.getOrElse(decodeDescribed(userNonVisibleData), () => undescribed)
    const request = { ...described, login: Redacted.make(personalNumberLogin(requirement.personalNumber)) }
    const { animatedCode, autoStartToken, orderRef, pageUrl } = yield* provider.order(
      request,
      headers["idempotency-key"] ?? ""
    )
    const { startSecret: qrStartSecret, startToken: qrStartToken } = animatedCode ?? {}
    return json({ orderRef, autoStartToken, qrStartToken, qrStartSecret, pageUrl })
  })

  const collect = Effect.gen(function* () {
    const { orderRef } = yield* referenceBody
    const isUnknown = Option.isNone(OrderReference.decryptReference(orderRef))
    return isUnknown ? refused("invalidParameters") : collected(orderRef, yield* provider.collect(orderRef))
  })

  const cancel = Effect.gen(function* () {
    const { orderRef } = yield* referenceBody
    yield* provider.cancel(orderRef)
    return json({})
  })

  const calls = new Map([
    ["/auth", auth],
    ["/collect", collect],
    ["/cancel", cancel]
  ])

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
    const call = calls.get(url)
    return call === undefined || method !== "POST" ? Effect.succeed(refused("notFound", 404)) : call
  }).pipe(
    Effect.catchTag("ElectronicIdError", ({ reason }) => Effect.succeed(refusals[reason])),
    Effect.catch(() => Effect.succeed(refused("invalidParameters")))
  )
}
