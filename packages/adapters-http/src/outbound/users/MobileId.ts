/**
 * Mobile-ID over its REST interface (spec 17). The phone shows a control code and signs the hash of the order's
 * challenge.
 */
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { personalNumberMissingHint } from "@sheaf/domain/ElectronicIdHint"
import { ElectronicId } from "@sheaf/ports"
import type { ElectronicIdProgress, ElectronicIdRequest } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { hash, randomBytes, verify } from "node:crypto"
import type { X509Certificate } from "node:crypto"
import * as OutboundClient from "../OutboundClient.ts"
import type { OutboundTarget } from "../OutboundTarget.ts"
import * as BalticSession from "./BalticSession.ts"
import * as ControlCode from "./ControlCode.ts"
import * as OrderReference from "./OrderReference.ts"
import * as PersonCertificate from "./PersonCertificate.ts"
import * as ProviderCalls from "./ProviderCalls.ts"
import * as PurposeText from "./PurposeText.ts"

export interface MobileIdOptions extends Omit<OutboundTarget, "maxBytes"> {
  readonly relyingPartyUuid: string
  readonly relyingPartyName: string
  /** The authorities that issue people's certificates. */
  readonly anchors: ReadonlyArray<X509Certificate>
  /** Keeps the signatures and certificates of completed orders. */
  readonly keepsProof?: boolean
}

const { Base64, SessionId } = BalticSession

const Started = Schema.Struct({ sessionID: SessionId }).annotate({ identifier: "MobileIdStarted" })

const Algorithm = Schema.Literals(["SHA256WithECEncryption", "SHA256WithRSAEncryption"])

const Status = Schema.Union([
  Schema.Struct({ state: Schema.Literal("RUNNING") }),
  Schema.Struct({
    state: Schema.Literal("COMPLETE"),
    result: Schema.String.check(Schema.isPattern(/^[A-Z_]{1,64}$/)),
    signature: Schema.optionalKey(Schema.Struct({ value: Base64, algorithm: Algorithm })),
    cert: Schema.optionalKey(Base64)
  })
]).annotate({ identifier: "MobileIdStatus" })
type Completed = Extract<typeof Status.Type, { readonly state: "COMPLETE" }>

const reference = OrderReference.codecOf(
  Schema.Struct({ sessionId: SessionId, challenge: Schema.String, country: Schema.String })
)

const hints: Readonly<Record<string, string>> = {
  TIMEOUT: "expiredTransaction",
  USER_CANCELLED: "userCancel",
  NOT_MID_CLIENT: "certificateErr",
  SIGNATURE_HASH_MISMATCH: "certificateErr",
  PHONE_ABSENT: "startFailed",
  DELIVERY_ERROR: "startFailed",
  SIM_ERROR: "certificateErr"
}

const languages: Readonly<Record<string, string>> = { et: "EST", lt: "LIT", ru: "RUS" }

/** The maximum length of a text on the phone, in characters, by encoding. */
const maxLength = { "GSM-7": 100, "UCS-2": 50 } as const

const displayOf = ({ company, purpose }: ElectronicIdRequest) => {
  const text = PurposeText.namesOf(purpose, company, maxLength["GSM-7"])
  const displayTextFormat = /^[\x20-\x7e]*$/.test(text) ? "GSM-7" : "UCS-2"
  return { displayText: PurposeText.shorten(text, maxLength[displayTextFormat]), displayTextFormat }
}

/** Elliptic-curve signatures use the plain format, without ASN.1. */
const verifications: Readonly<
  Record<typeof Algorithm.Type, (certificate: X509Certificate, challenge: Buffer, signature: Buffer) => boolean>
> = {
  SHA256WithECEncryption: ({ publicKey }, challenge, signature) =>
    publicKey.asymmetricKeyType === "ec" &&
    verify("sha256", challenge, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature),
  SHA256WithRSAEncryption: ({ publicKey }, challenge, signature) =>
    publicKey.asymmetricKeyType === "rsa" && verify("sha256", challenge, publicKey, signature)
}

const trusted = [PersonCertificate.extendedKeyUsages.clientAuthentication]

const progressOf = (
  { anchors, keepsProof }: MobileIdOptions,
  { challenge, country }: { readonly challenge: string; readonly country: string },
  { cert, signature }: Completed,
  now: number
): ElectronicIdProgress | undefined => {
  if (cert === undefined || signature === undefined) return undefined
  const certificate = PersonCertificate.verify(cert, { anchors, purposes: trusted }, now)
  if (certificate === undefined) return undefined
  const isSigned = verifications[signature.algorithm]
  if (!isSigned(certificate, Buffer.from(challenge, "base64"), Buffer.from(signature.value, "base64"))) return undefined
  const personalNumber = PersonCertificate.personalCodeOf(certificate, country)
  if (personalNumber === undefined) return { _tag: "Failed", hint: personalNumberMissingHint }
  const proof = Redacted.make({ signature: signature.value, certificate: cert })
  return { _tag: "Complete", personalNumber, ...(keepsProof === true && { completion: { proof } }) }
}

const makeWith = (client: OutboundClient.OutboundClient, options: MobileIdOptions): ElectronicId["Service"] => {
  const { get, post } = ProviderCalls.makeCalls(client)
  const toPort = ProviderCalls.mapToElectronicIdError()

  const order = Effect.fnUntraced(function* (request: ElectronicIdRequest) {
    const { company, purpose } = request
    const login = Redacted.value(request.login)
    const country = LoginIdentity.countryOf(login)
    if (login.type !== "MOBILE_ID" || country === undefined) return yield* ProviderCalls.refusedError
    const challenge = randomBytes(BalticSession.challengeByteLength)
    const digest = hash("sha256", challenge, "buffer")
    const response = yield* post("authentication", {
      relyingPartyUUID: options.relyingPartyUuid,
      relyingPartyName: options.relyingPartyName,
      phoneNumber: `+${login.phoneNumber}`,
      nationalIdentityNumber: login.personalCode,
      hash: digest.toString("base64"),
      hashType: "SHA256",
      language: languages[PurposeText.languageOf(purpose, company)] ?? "ENG",
      ...displayOf(request)
    })
    const { sessionID: sessionId } = yield* client.decode(Started, response)
    const orderRef = reference.write({ sessionId, challenge: challenge.toString("base64"), country })
    return { orderRef, controlCode: ControlCode.ofMobileIdHash(digest) }
  }, toPort)

  const collect = Effect.fnUntraced(
    function* (orderRef: string) {
      const facts = reference.read(orderRef)
      if (Option.isNone(facts)) return ProviderCalls.forgottenProgress
      const response = yield* get(
        `authentication/session/${facts.value.sessionId}?timeoutMs=${BalticSession.longPollMillis}`
      )
      const status = yield* client.decode(Status, response)
      if (status.state === "RUNNING") return BalticSession.pending
      if (status.result !== "OK") return { _tag: "Failed", hint: hints[status.result] ?? "unknown" } as const
      return (
        progressOf(options, facts.value, status, yield* Clock.currentTimeMillis) ?? (yield* ProviderCalls.refusedError)
      )
    },
    BalticSession.forgottenIfNotFound,
    toPort
  )

  return ElectronicId.of({ order, collect, cancel: BalticSession.cancel })
}

/** Each order starts a new session at the provider, because each order needs a new challenge. */
export const make = Effect.fnUntraced(function* (options: MobileIdOptions) {
  return makeWith(yield* OutboundClient.make({ ...options, maxBytes: ProviderCalls.maxBytes }), options)
})
