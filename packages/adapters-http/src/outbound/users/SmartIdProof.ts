/** The proof of a Smart-ID authentication: a signature over the order's challenge in the ACSP_V2 protocol. */
import { Schema } from "effect"
import type { ReturnQuery } from "@sheaf/ports"
import { constants, hash, verify } from "node:crypto"
import type { X509Certificate } from "node:crypto"
import { Base64 } from "./BalticSession.ts"
import * as PersonCertificate from "./PersonCertificate.ts"

export const signatureProtocolName = "ACSP_V2"
export const signatureAlgorithmName = "rsassa-pss"
export const hashAlgorithm = "SHA-512"

/** The length of the signature's salt, in bytes. The hash has the same length. */
const saltLength = 64

/** A part of the signed text. It must not contain the separator. */
const Part = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9+/=_-]{1,256}$/))

const Signature = Schema.Struct({
  value: Base64,
  serverRandom: Part,
  userChallenge: Part,
  flowType: Part,
  signatureAlgorithm: Schema.Literal(signatureAlgorithmName),
  signatureAlgorithmParameters: Schema.Struct({
    hashAlgorithm: Schema.Literal(hashAlgorithm),
    maskGenAlgorithm: Schema.Struct({
      algorithm: Schema.Literal("id-mgf1"),
      parameters: Schema.Struct({ hashAlgorithm: Schema.Literal(hashAlgorithm) })
    }),
    saltLength: Schema.Literal(saltLength),
    trailerField: Schema.Literal("0xbc")
  })
})

/** Only sessions with an authenticated person have these members. */
export const completedSessionFields = {
  signatureProtocol: Schema.optionalKey(Schema.Literal(signatureProtocolName)),
  signature: Schema.optionalKey(Signature),
  cert: Schema.optionalKey(
    Schema.Struct({ value: Base64, certificateLevel: Schema.Literals(["ADVANCED", "QUALIFIED"]) })
  ),
  interactionTypeUsed: Schema.optionalKey(Schema.Literals(["displayTextAndPIN", "confirmationMessage"]))
}

type Given = Schema.Struct.Type<typeof completedSessionFields>

export interface SignedOrderData {
  readonly challenge: string
  readonly interactions: string
  readonly flowType: "Notification" | "QR"
  /** Present if the person can also open the order with a link on the same device. */
  readonly callback?: Callback
}

export interface Callback {
  readonly url: string
  /** The app sends back this hash of the session's secret. */
  readonly secretDigest: string
}

/** The flow type of orders that the person opened with a link in a browser. */
export const linkFlowType = "Web2App"

export interface ExpectedProof {
  readonly relyingPartyName: string
  readonly schemeName: string
  readonly certificateLevel: "ADVANCED" | "QUALIFIED"
  readonly anchors: ReadonlyArray<X509Certificate>
}

export const signedText = (
  { relyingPartyName, schemeName }: Pick<ExpectedProof, "relyingPartyName" | "schemeName">,
  { callback, challenge, interactions }: SignedOrderData,
  { flowType, serverRandom, userChallenge }: Pick<typeof Signature.Type, "flowType" | "serverRandom" | "userChallenge">,
  interactionTypeUsed: string
): string =>
  // The broker's name is empty because there is no broker. The return URL is empty unless a link opened the app.
  [
    schemeName,
    signatureProtocolName,
    serverRandom,
    challenge,
    userChallenge,
    Buffer.from(relyingPartyName).toString("base64"),
    "",
    hash("sha256", interactions, "base64"),
    interactionTypeUsed,
    flowType === linkFlowType ? (callback?.url ?? "") : "",
    flowType
  ].join("|")

const trusted = [
  PersonCertificate.extendedKeyUsages.smartIdAuthentication,
  PersonCertificate.extendedKeyUsages.clientAuthentication
]

/**
 * Returns nothing unless a configured authority issued the certificate at the required level, and the certificate's key
 * signed this order's challenge.
 */
export const signerCertificateOf = (
  expected: ExpectedProof,
  facts: SignedOrderData,
  { cert, interactionTypeUsed, signature, signatureProtocol }: Given,
  now: number
): X509Certificate | undefined => {
  if (!cert || !signature || interactionTypeUsed === undefined || signatureProtocol === undefined) return undefined
  const isOffered = facts.callback !== undefined && signature.flowType === linkFlowType
  if (signature.flowType !== facts.flowType && !isOffered) return undefined
  if (expected.certificateLevel === "QUALIFIED" && cert.certificateLevel !== "QUALIFIED") return undefined
  const trust = { anchors: expected.anchors, purposes: trusted }
  const certificate = PersonCertificate.verify(cert.value, trust, now)
  if (certificate?.publicKey.asymmetricKeyType !== "rsa") return undefined
  const text = signedText(expected, facts, signature, interactionTypeUsed)
  const key = { key: certificate.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  const isSigned = verify("sha512", Buffer.from(text), key, Buffer.from(signature.value, "base64"))
  return isSigned ? certificate : undefined
}

/** The app adds this hash to the return URL. */
export const secretDigestOf = (secret: string): string => hash("sha256", Buffer.from(secret, "base64"), "base64url")

/** Returns true if a link opened the app. The person must then also come back through the return URL. */
export const isOpenedByLink = ({ signature }: Given): boolean => signature?.flowType === linkFlowType

/**
 * Returns true if the person came back on the device that signed the order: the query must contain both the secret of
 * the order's link and the text whose hash was signed. Otherwise, somebody may have forwarded the link.
 */
export const hasReturned = (
  { secretDigest }: Callback,
  { signature }: Given,
  { sessionSecretDigest, userChallengeVerifier = "" }: ReturnQuery
): boolean =>
  sessionSecretDigest === secretDigest &&
  hash("sha256", userChallengeVerifier, "base64url") === signature?.userChallenge
