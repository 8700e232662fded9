/** The published keys of issuers, read over HTTPS (RFC 7517; decisions 8, 9). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { IssuerKeys, IssuerUnreachable } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import * as OutboundClient from "../OutboundClient.ts"
import * as OutboundTarget from "../OutboundTarget.ts"

/** Where an issuer publishes its keys. */
export interface PublishedKeys extends Omit<OutboundTarget.OutboundTarget, "baseUrl" | "maximumBytes" | "plainWithin"> {
  readonly issuer: string
  /** The whole address of the document. Only this one is read: no other that it, or a token, may name. */
  readonly jwksUrl: string
}

/** Two dozen large keys with their certificates fit. */
const maximumBytes = 64 * 1024

/** Who can change the keys on their way is whoever he likes: not even a private network is trusted with them. */
const plainWithin = "THIS_MACHINE"

/** The address of the document, as {@link OutboundTarget.baseOf} gives it; fails with a sentence's end when it cannot be. */
export const baseOf = ({ allowPrivateAddresses, jwksUrl }: Pick<PublishedKeys, "allowPrivateAddresses" | "jwksUrl">) =>
  OutboundTarget.baseOf({
    baseUrl: jwksUrl,
    plainWithin,
    ...(allowPrivateAddresses !== undefined && { allowPrivateAddresses })
  })

/** The issuer answered, and not with a document. */
class IssuerRefused extends Schema.TaggedError<IssuerRefused>()("IssuerRefused", { status: Schema.Int }) {
  override get message(): string {
    return `the issuer answered ${this.status}`
  }
}

/** The registered type (RFC 7517 §8.5), and what most send instead: which of them it is does not matter. */
const accepted = "application/jwk-set+json, application/json"

const reader = Effect.fnUntraced(function* ({ issuer, jwksUrl, ...target }: PublishedKeys) {
  const client = yield* OutboundClient.make({ ...target, baseUrl: jwksUrl, plainWithin, maximumBytes })
  const read = client.send(HttpClientRequest.get(jwksUrl).pipe(HttpClientRequest.accept(accepted))).pipe(
    Effect.filterOrFail(
      ({ status }) => status === 200,
      ({ status }) => new IssuerRefused({ status })
    ),
    Effect.flatMap((response) => client.decode(Schema.Unknown, response)),
    Effect.mapError((cause) => new IssuerUnreachable({ cause }))
  )
  return [issuer, read] as const
})

/** Reads what these issuers publish; of any other there is nothing to read. */
export const layer = (issuers: ReadonlyArray<PublishedKeys>): Layer.Layer<IssuerKeys, OutboundTarget.InvalidTarget> =>
  Layer.effect(
    IssuerKeys,
    Effect.map(Effect.forEach(issuers, reader), (made) => {
      const readers = new Map(made)
      return IssuerKeys.of({ read: (issuer) => readers.get(issuer) ?? Effect.fail(new IssuerUnreachable({})) })
    })
  ).pipe(Layer.provide(NodeDns.layer))
