/** The proof of a Smart-ID authentication: a signature over the order's challenge, in the protocol ACSP_V2. */
import { Schema } from "effect"
import { constants, hash, verify } from "node:crypto"
import type { X509Certificate } from "node:crypto"
import { Base64 } from "./BalticSession.ts"
import * as PersonCertificate from "./PersonCertificate.ts"

export const signatureProtocolName = "ACSP_V2"
export const signatureAlgorithmName = "rsassa-pss"
export const hashAlgorithm = "SHA-512"

/** The length of the signature's salt, in bytes: that of the hash. */
const saltLength = 64

/** A text that is part of what the person signs, so it cannot contain the separator. */
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

/** The members of a completed session. They are absent unless the person authenticated. */
export const completedSessionFields = {
  signatureProtocol: Schema.optionalKey(Schema.Literal(signatureProtocolName)),
  signature: Schema.optionalKey(Signature),
  cert: Schema.optionalKey(
    Schema.Struct({ value: Base64, certificateLevel: Schema.Literals(["ADVANCED", "QUALIFIED"]) })
  ),
  interactionTypeUsed: Schema.optionalKey(Schema.Literals(["displayTextAndPIN", "confirmationMessage"]))
}

type Given = Schema.Struct.Type<typeof completedSessionFields>

/** What the order asked the person to sign. */
export interface SignedOrderData {
  readonly challenge: string
  readonly interactions: string
  readonly flowType: "Notification" | "QR"
}

export interface ExpectedProof {
  readonly relyingPartyName: string
  readonly schemeName: string
  readonly certificateLevel: "ADVANCED" | "QUALIFIED"
  readonly anchors: ReadonlyArray<X509Certificate>
}

/** Returns the text that the person signs. */
const signedText = (
  { relyingPartyName, schemeName }: Pick<ExpectedProof, "relyingPartyName" | "schemeName">,
  { challenge, flowType, interactions }: SignedOrderData,
  { serverRandom, userChallenge }: Pick<typeof Signature.Type, "serverRandom" | "userChallenge">,
  interactionTypeUsed: string
): string =>
  // The name of a broker and the address of a return are empty.
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
    "",
    flowType
  ].join("|")

const trusted = [
  PersonCertificate.extendedKeyUsages.smartIdAuthentication,
  PersonCertificate.extendedKeyUsages.clientAuthentication
]

/**
 * Returns the certificate of the person who signed the order. Returns nothing unless a configured authority issued the
 * certificate at the required level, and its key signed this order's challenge.
 */
export const signerCertificateOf = (
  expected: ExpectedProof,
  facts: SignedOrderData,
  { cert, interactionTypeUsed, signature, signatureProtocol }: Given,
  now: number
): X509Certificate | undefined => {
  if (!cert || !signature || interactionTypeUsed === undefined || signatureProtocol === undefined) return undefined
  if (signature.flowType !== facts.flowType) return undefined
  if (expected.certificateLevel === "QUALIFIED" && cert.certificateLevel !== "QUALIFIED") return undefined
  const trust = { anchors: expected.anchors, purposes: trusted }
  const certificate = PersonCertificate.verify(cert.value, trust, now)
  if (certificate?.publicKey.asymmetricKeyType !== "rsa") return undefined
  const text = signedText(expected, facts, signature, interactionTypeUsed)
  const key = { key: certificate.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  const isSigned = verify("sha512", Buffer.from(text), key, Buffer.from(signature.value, "base64"))
  return isSigned ? certificate : undefined
}
