/**
 * Serves any {@link ElectronicId} over HTTP, like a real provider (spec 17). It records requests, and tests can make it
 * misbehave.
 */
import { personalNumberMissingHint } from "@sheaf/domain/ElectronicIdHint"
import type { ElectronicId, ElectronicIdError, ElectronicIdProgress } from "@sheaf/ports"
import { Effect, Redacted, Schema } from "effect"
import type { IncomingMessage } from "node:http"
import { completeResponse } from "./ScriptedResponses.ts"
import type { ScriptedResponse } from "./ScriptedResponses.ts"
import * as TestServer from "./TestServer.ts"

export interface ReceivedRequest {
  readonly path: string
  readonly idempotencyKey: string | undefined
  readonly body: string
}

export interface SimulatedElectronicId {
  readonly url: string
  readonly received: ReadonlyArray<ReceivedRequest>
  readonly answerWith: (answer: ScriptedResponse) => void
}

const Auth = Schema.fromJsonString(
  Schema.Struct({
    requirement: Schema.Struct({ personalNumber: Schema.String }),
    endUserIp: Schema.optionalKey(Schema.String)
  })
)
const Reference = Schema.fromJsonString(Schema.Struct({ orderRef: Schema.String }))

const json = (status: number, body: object): ScriptedResponse => completeResponse(status, JSON.stringify(body))

const refused = (errorCode: string, details: string): ScriptedResponse => json(400, { errorCode, details })

const noSuchOrder = refused("invalidParameters", "No such order")

const refusals: Record<ElectronicIdError["reason"], ScriptedResponse> = {
  ALREADY_IN_PROGRESS: refused("alreadyInProgress", "Order already in progress for pno"),
  REFUSED: refused("invalidParameters", "Incorrect personalNumber"),
  PROVIDER_ERROR: json(500, { errorCode: "internalError", details: "Internal error" }),
  UNREACHABLE: json(503, { errorCode: "maintenance", details: "Maintenance" })
}

const progressAnswer = (orderRef: string, progress: ElectronicIdProgress): ScriptedResponse => {
  switch (progress._tag) {
    case "Pending":
      return json(200, { orderRef, status: "pending", hintCode: progress.hint })
    case "Failed":
      if (progress.hint === personalNumberMissingHint)
        return json(200, { orderRef, status: "complete", completionData: {} })
      return json(200, { orderRef, status: "failed", hintCode: progress.hint })
    case "Complete": {
      const personalNumber = Redacted.value(progress.personalNumber)
      const user = { personalNumber, name: "Maja Nordhem", givenName: "Maja", surname: "Nordhem" }
      return json(200, { orderRef, status: "complete", completionData: { user, device: { ipAddress: "192.0.2.17" } } })
    }
  }
}

const base = "/rp/v6.0"

/** Serves until the scope closes. */
export const make = Effect.fnUntraced(function* (provider: ElectronicId["Service"]) {
  const run = Effect.runPromiseWith(yield* Effect.context())
  const received: Array<ReceivedRequest> = []
  const known = new Set<string>()
  let misbehavior: ScriptedResponse | undefined

  const auth = Effect.fnUntraced(function* ({ body, idempotencyKey = "" }: ReceivedRequest) {
    const { requirement } = yield* Schema.decodeEffect(Auth)(body)
    const { animatedCode, autoStartToken, orderRef } = yield* provider.order(
      {
        company: "se-nordhem",
        loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE",
        login: Redacted.make({ type: "SWEDISH_EID", personalNumber: requirement.personalNumber })
      },
      idempotencyKey
    )
    known.add(orderRef)
    const { startSecret: qrStartSecret, startToken: qrStartToken } = animatedCode ?? {}
    return json(200, { orderRef, autoStartToken, qrStartToken, qrStartSecret })
  })

  const collect = Effect.fnUntraced(function* ({ body }: ReceivedRequest) {
    const { orderRef } = yield* Schema.decodeEffect(Reference)(body)
    if (!known.has(orderRef)) return noSuchOrder
    return progressAnswer(orderRef, yield* provider.collect(orderRef))
  })

  const cancel = Effect.fnUntraced(function* ({ body }: ReceivedRequest) {
    const { orderRef } = yield* Schema.decodeEffect(Reference)(body)
    if (!known.delete(orderRef)) return noSuchOrder
    yield* provider.cancel(orderRef)
    return json(200, {})
  })

  const routes = new Map([
    [`${base}/auth`, auth],
    [`${base}/collect`, collect],
    [`${base}/cancel`, cancel]
  ])

  const handle = async (request: IncomingMessage): Promise<ScriptedResponse> => {
    const body = await TestServer.bodyOf(request)
    const key = request.headers["idempotency-key"]
    const note: ReceivedRequest = {
      path: request.url ?? "",
      idempotencyKey: typeof key === "string" ? key : undefined,
      body
    }
    received.push(note)
    if (misbehavior !== undefined) return misbehavior
    const route = routes.get(note.path)
    if (route === undefined || request.method !== "POST") return json(404, { errorCode: "notFound", details: "" })
    return run(
      route(note).pipe(
        Effect.catchTags({
          ElectronicIdError: ({ reason }) => Effect.succeed(refusals[reason]),
          SchemaError: () => Effect.succeed(refused("invalidParameters", "Incorrect body"))
        })
      )
    )
  }

  const server = yield* TestServer.make((request, response) => {
    void handle(request).then((how) => how(response))
  })
  const made: SimulatedElectronicId = {
    url: `${server.origin}${base}`,
    received,
    answerWith: (how) => void (misbehavior = how)
  }
  return made
})
