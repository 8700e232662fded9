/** Issues client certificates. A certificate is recorded before it is handed out (spec 5.3). */
import { CertificateStore, ClientStore, UnknownClient } from "@sheaf/ports"
import type { IssuedCertificate, StoredCertificate } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as KeyId from "../certificates/KeyId.ts"
import type { Authority } from "./Authority.ts"
import * as Leaf from "./Leaf.ts"
import * as SerialNumber from "../certificates/SerialNumber.ts"
import * as SigningPolicy from "./SigningPolicy.ts"

export const defaultValidityDays = 30

/** The maximum validity that can be configured, in days (CA/Browser Forum Baseline Requirements 6.3.2). */
export const maxValidityDays = 398

export interface IssuanceRequest {
  /** The certificate signing request, in PEM or DER. */
  readonly request: Uint8Array
  readonly clientId: string
  /** The validity in days. A certificate never outlives its authority. */
  readonly days: number
}

export interface IssuanceResult {
  readonly certificate: string
  readonly record: IssuedCertificate
  readonly earlier: ReadonlyArray<StoredCertificate>
}

/**
 * Fails if the key was certified for another client. With the same key, the two clients could impersonate each other.
 */
const requireOwnKey = Effect.fnUntraced(function* (subjectKeyId: string, clientId: string) {
  const owners = yield* (yield* CertificateStore).clientsWithKey(subjectKeyId)
  if (owners.some((owner) => owner !== clientId)) return yield* SigningPolicy.requestErrorOf("KEY_OF_ANOTHER_CLIENT")
})

/** If the serial number is taken, tries another. */
const signAndRecord = Effect.fnUntraced(function* (authority: Authority, leaf: Omit<Leaf.LeafContents, "serial">) {
  const certificates = yield* CertificateStore
  for (;;) {
    const serial = yield* SerialNumber.make
    const { certificate, ...signed } = yield* Leaf.sign(authority, { ...leaf, serial })
    const record = { serial, clientId: leaf.commonName, environment: authority.environment, ...signed }
    if (yield* certificates.record(record)) return { certificate, record }
    yield* requireOwnKey(signed.subjectKeyId, leaf.commonName)
  }
})

/**
 * Takes only the key from the request. Fails with {@link SigningPolicy.CertificateRequestError} if the request breaks a
 * rule, and with `UnknownClient` if there is no such client.
 */
export const issue = Effect.fnUntraced(function* (authority: Authority, { clientId, days, request }: IssuanceRequest) {
  const { publicKey } = yield* Effect.fromResult(SigningPolicy.check(request))
  if (Option.isNone(yield* (yield* ClientStore).findClient(clientId))) return yield* new UnknownClient()
  if (!SigningPolicy.isValidCommonName(clientId)) return yield* SigningPolicy.requestErrorOf("CLIENT_ID")
  const keyId = KeyId.of(publicKey)
  const earlier = yield* (yield* CertificateStore).withKey(keyId)
  if (earlier.some(({ reason }) => reason === "keyCompromise"))
    return yield* SigningPolicy.requestErrorOf("COMPROMISED_KEY")
  yield* requireOwnKey(keyId, clientId)
  const signed = yield* signAndRecord(authority, { commonName: clientId, publicKey, days, role: { type: "client" } })
  return { ...signed, earlier } satisfies IssuanceResult
})
