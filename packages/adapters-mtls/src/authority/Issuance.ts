/** How a client comes to a certificate: its request is judged, signed, recorded, and only then handed out (decisions 15). */
import { CertificateStore, ClientStore, UnknownClient } from "@sheaf/ports"
import type { IssuedCertificate, StoredCertificate } from "@sheaf/ports"
import { Effect, Option } from "effect"
import type { Authority } from "./Authority.ts"
import * as KeyId from "../certificates/KeyId.ts"
import * as Leaf from "./Leaf.ts"
import * as SerialNumber from "./SerialNumber.ts"
import * as SigningPolicy from "./SigningPolicy.ts"

/** How long a certificate is good for unless something else is configured, in days. */
export const daysDefault = 30

/** The longest time that can be configured, in days: BR 6.3.2. */
export const daysMaximum = 398

/** A request for a client certificate. */
export interface CertificateOrder {
  /** The certificate signing request, as the client sent it. */
  readonly request: Uint8Array
  readonly clientId: string
  /** The validity of the certificate, in days. The end of the authority can shorten it. */
  readonly days: number
}

export interface Issued {
  /** In PEM. */
  readonly certificate: string
  readonly record: IssuedCertificate
  /** What the same key has been certified for before. */
  readonly earlier: ReadonlyArray<StoredCertificate>
}

/** Records under a new serial number, and under another one as long as the number is taken. */
const signAndRecord = Effect.fnUntraced(function* (authority: Authority, leaf: Omit<Leaf.Leaf, "serial">) {
  const certificates = yield* CertificateStore
  for (;;) {
    const serial = yield* SerialNumber.make
    const { certificate, notAfter, notBefore, signedAt, subjectKeyId } = yield* Leaf.sign(authority, {
      ...leaf,
      serial
    })
    const { environment } = authority
    const clientId = leaf.commonName
    const record = { serial, clientId, environment, subjectKeyId, notBefore, notAfter, issuedAt: signedAt }
    if (yield* certificates.record(record)) return { certificate, record }
  }
})

/**
 * Issues a certificate to a client. Of the request, only the key is taken; name and extensions are ours. Fails with
 * {@link SigningPolicy.RequestRefused} when a rule is broken, and with `UnknownClient` when there is no such client.
 */
export const issue = Effect.fnUntraced(function* (authority: Authority, { clientId, days, request }: CertificateOrder) {
  const { publicKey } = yield* Effect.fromResult(SigningPolicy.judge(request))
  if (Option.isNone(yield* (yield* ClientStore).findClient(clientId))) return yield* new UnknownClient()
  if (!SigningPolicy.canBeName(clientId)) return yield* SigningPolicy.refusalBy("CLIENT_ID")
  const earlier = yield* (yield* CertificateStore).withKey(KeyId.of(publicKey))
  if (earlier.some(({ reason }) => reason === "keyCompromise")) return yield* SigningPolicy.refusalBy("COMPROMISED_KEY")
  const signed = yield* signAndRecord(authority, { commonName: clientId, publicKey, days, role: { type: "client" } })
  return { ...signed, earlier } satisfies Issued
})
