/** Fetches the published keys of token issuers over HTTPS (RFC 7517; spec 5, 16). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { IssuerKeys, IssuerUnreachable } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import * as OutboundClient from "../OutboundClient.ts"
import { UnexpectedStatusError } from "../OutboundError.ts"
import * as OutboundTarget from "../OutboundTarget.ts"

export interface IssuerKeySource extends Omit<OutboundTarget.OutboundTarget, "baseUrl" | "maxBytes" | "plainWithin"> {
  readonly issuer: string
  /** Sheaf never follows URLs inside the key document or in tokens. */
  readonly jwksUrl: string
}

/** The maximum size of a key document, in bytes: room for two dozen large keys with certificates. */
const maxBytes = 64 * 1024

/** Requires TLS even in private networks, because anyone who changes keys in transit can forge tokens. */
const plainWithin = "THIS_MACHINE"

/** Errors are phrases without a subject, such as "must not contain credentials". */
export const keySetUrlOf = ({
  allowPrivateAddresses,
  jwksUrl
}: Pick<IssuerKeySource, "allowPrivateAddresses" | "jwksUrl">) =>
  OutboundTarget.baseUrlOf({
    baseUrl: jwksUrl,
    plainWithin,
    ...(allowPrivateAddresses !== undefined && { allowPrivateAddresses })
  })

/** The registered media type (RFC 7517 §8.5), and the one that most issuers send. */
const accepted = "application/jwk-set+json, application/json"

const reader = Effect.fnUntraced(function* ({ issuer, jwksUrl, ...target }: IssuerKeySource) {
  const client = yield* OutboundClient.make({ ...target, baseUrl: jwksUrl, plainWithin, maxBytes })
  const read = client.send(HttpClientRequest.get(jwksUrl).pipe(HttpClientRequest.accept(accepted))).pipe(
    Effect.filterOrFail(
      ({ status }) => status === 200,
      ({ status }) => new UnexpectedStatusError({ status })
    ),
    Effect.flatMap((response) => client.decode(Schema.Unknown, response)),
    Effect.mapError((cause) => new IssuerUnreachable({ cause }))
  )
  return [issuer, read] as const
})

/** Reads the published keys of these issuers. Reading the keys of any other issuer fails. */
export const layer = (
  issuers: ReadonlyArray<IssuerKeySource>
): Layer.Layer<IssuerKeys, OutboundTarget.InvalidTargetError> =>
  Layer.effect(
    IssuerKeys,
    Effect.map(Effect.forEach(issuers, reader), (made) => {
      const readers = new Map(made)
      return IssuerKeys.of({ read: (issuer) => readers.get(issuer) ?? Effect.fail(new IssuerUnreachable({})) })
    })
  ).pipe(Layer.provide(NodeDns.layer))
