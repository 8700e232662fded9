/** Checks each request before its handler runs, and answers protocol violations with FORMAT_ERROR. */
import { Context, Effect, Layer, SchemaIssue } from "effect"
import type { Types } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { BankRequestContext, BankMiddleware } from "../protocol/BankMiddleware.ts"
import * as Headers from "../protocol/Headers.ts"
import type * as TppMessage from "../protocol/TppMessage.ts"
import { CurrentBank } from "../protocol/AddressedBank.ts"
import * as ProfileRules from "./ProfileRules.ts"
import * as SignatureCheck from "../protocol/SignatureCheck.ts"
import { failWith } from "../protocol/TppErrors.ts"

const acceptsJson = /(?:^|,)\s*(?:application\/json|application\/\*|\*\/\*)\s*(?:;|,|$)/i

const ofProtocol = /^(?:psu|tpp|aspsp)-/

type SentHeaders = HttpServerRequest.HttpServerRequest["headers"]

const checkHeaders = Effect.fnUntraced(function* (headers: SentHeaders, own: ReadonlyArray<string>) {
  const { accept } = headers
  if (accept !== undefined && !acceptsJson.test(accept)) {
    yield* failWith("REQUESTED_FORMATS_INVALID", "The bank only returns application/json.", "Accept")
  }
  for (const name of Object.keys(headers)) {
    if (ofProtocol.test(name) && !Headers.allowedHeaderNames.has(name) && !own.includes(name)) {
      yield* failWith("FORMAT_ERROR", "The standard has no such header.", name)
    }
  }
})

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const places: Readonly<Record<string, string>> = { Headers: "header ", Query: "query ", Params: "path ", Payload: "/" }

const formatError = ({ cause, kind }: HttpApiError.HttpApiSchemaError) => {
  const [issue] = format(cause.issue).issues
  const path = (issue?.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join("/")
  return failWith("FORMAT_ERROR", issue?.message, `${places[kind] ?? ""}${path}`)
}

/** Returns true if the bank's own response does not match its schema, which is a defect. */
const isOwn = ({ kind }: HttpApiError.HttpApiSchemaError): boolean => kind === "Body" || kind === "ResponseHeaders"

/** Returns the pseudo-header `(request-target)`, which a signature can cover (draft-cavage-http-signatures-10 §2.3). */
const targetOf = ({ method, originalUrl }: HttpServerRequest.HttpServerRequest) => {
  const { pathname, search } = new URL(originalUrl, "http://bank")
  return { "(request-target)": `${method.toLowerCase()} ${pathname}${search}` }
}

export const layer = Layer.succeed(BankMiddleware, (next) =>
  Effect.withFiber((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    const { seals, ...addressed } = Context.getUnsafe(fiber.context, CurrentBank)
    const { headers } = request
    return Effect.gen(function* () {
      yield* checkHeaders(headers, ProfileRules.headerNamesOf(addressed.profile))
      const body = yield* Effect.orDie(request.text)
      const exchange = {
        ...addressed,
        tpp: yield* SignatureCheck.verifyTppSignature(
          { headers: { ...headers, ...targetOf(request) }, body: Buffer.from(body) },
          seals,
          addressed.profile.signature
        ),
        authorization: headers["authorization"],
        requestId: headers["x-request-id"] ?? "",
        isAttended: headers["psu-ip-address"] !== undefined
      }
      return yield* Effect.provideService(next, BankRequestContext, exchange)
    }).pipe(
      Effect.catch((error): Effect.Effect<never, Types.unhandled | TppMessage.TppError> => {
        if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
        return isOwn(error) ? Effect.die(error) : formatError(error)
      })
    )
  })
)
