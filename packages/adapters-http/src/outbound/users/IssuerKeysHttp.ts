/** The published keys of token issuers, read over HTTPS (RFC 7517; spec 5, 16). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { IssuerKeys, IssuerUnreachable } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import * as OutboundClient from "../OutboundClient.ts"
import { UnexpectedStatusError } from "../OutboundError.ts"
import * as OutboundTarget from "../OutboundTarget.ts"

/** An issuer and the address of its keys. */
export interface IssuerKeySource extends Omit<OutboundTarget.OutboundTarget, "baseUrl" | "maxBytes" | "plainWithin"> {
  readonly issuer: string
  /** The URL of the key document. Sheaf never follows the addresses in the document or in tokens. */
  readonly jwksUrl: string
}

/** The maximum size of a key document, in bytes: enough for two dozen large keys with their certificates. */
const maxBytes = 64 * 1024

/** Anyone who changes keys in transit can forge tokens, so TLS is required even in a private network. */
const plainWithin = "THIS_MACHINE"

/** Returns the URL of the key document. Error messages omit the subject, as in "is not an https URL". */
export const keySetUrlOf = ({
  allowPrivateAddresses,
  jwksUrl
}: Pick<IssuerKeySource, "allowPrivateAddresses" | "jwksUrl">) =>
  OutboundTarget.baseUrlOf({
    baseUrl: jwksUrl,
    plainWithin,
    ...(allowPrivateAddresses !== undefined && { allowPrivateAddresses })
  })

/** The registered media type (RFC 7517 §8.5), and the type that most issuers send. */
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

/** Reads the keys of these issuers. Other issuers have none. */
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
