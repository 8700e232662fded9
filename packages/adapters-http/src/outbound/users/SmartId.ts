/**
 * Smart-ID over its relying-party API, version 3 (spec 17). Either the app gets a notification and the person compares a
 * control code, or the person scans a link that changes every second.
 */
import type { ElectronicIdLogin } from "@sheaf/domain/Parameter"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { personalNumberMissingHint } from "@sheaf/domain/ElectronicIdHint"
import { ElectronicId } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress, ElectronicIdRequest } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import type { X509Certificate } from "node:crypto"
import { hash, randomBytes } from "node:crypto"
import * as OutboundClient from "../OutboundClient.ts"
import type { OutboundTarget } from "../OutboundTarget.ts"
import * as BalticSession from "./BalticSession.ts"
import * as ControlCode from "./ControlCode.ts"
import * as OrderReference from "./OrderReference.ts"
import * as PersonCertificate from "./PersonCertificate.ts"
import * as ProviderCalls from "./ProviderCalls.ts"
import * as PurposeText from "./PurposeText.ts"
import * as SmartIdProof from "./SmartIdProof.ts"

export interface SmartIdOptions extends Omit<OutboundTarget, "maxBytes"> {
  readonly relyingPartyUuid: string
  /** The name exactly as registered, because signatures contain it. */
  readonly relyingPartyName: string
  /** The environment, `smart-id` or `smart-id-demo`. */
  readonly schemeName: string
  /** How orders reach the app: by a message, with a control code, or by a link that the person scans or opens. */
  readonly flow: "notification" | "device-link"
  /** The lowest accepted level of people's certificates. */
  readonly certificateLevel: "ADVANCED" | "QUALIFIED"
  /** The authorities that issue people's certificates. */
  readonly anchors: ReadonlyArray<X509Certificate>
  /** True to keep the signature and the certificate of completed orders. */
  readonly keepsProof?: boolean
}

const { Base64, SessionId } = BalticSession

const NotificationSession = Schema.Struct({ sessionID: SessionId }).annotate({ identifier: "SmartIdNotification" })

const DeviceLinkSession = Schema.Struct({
  sessionID: SessionId,
  sessionToken: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{1,128}$/)),
  sessionSecret: Base64,
  deviceLinkBase: Schema.String.check(Schema.isPattern(/^https:\/\/[^\s|#?]{1,200}$/))
}).annotate({ identifier: "SmartIdDeviceLink" })

const Status = Schema.Union([
  Schema.Struct({ state: Schema.Literal("RUNNING") }),
  Schema.Struct({
    state: Schema.Literal("COMPLETE"),
    result: Schema.Struct({
      endResult: Schema.String.check(Schema.isPattern(/^[A-Z_]{1,64}$/)),
      documentNumber: Schema.optionalKey(Schema.String)
    }),
    ...SmartIdProof.completedSessionFields,
    deviceIpAddress: Schema.optionalKey(Schema.RedactedFromValue(Schema.String))
  })
]).annotate({ identifier: "SmartIdStatus" })
type Completed = Extract<typeof Status.Type, { readonly state: "COMPLETE" }>

const reference = OrderReference.codecOf(
  Schema.Struct({
    sessionId: SessionId,
    challenge: Schema.String,
    interactions: Schema.String,
    flowType: Schema.Literals(["QR", "Notification"]),
    country: Schema.String,
    /** A hash of the challenge and the document number that the order names. */
    document: Schema.optionalKey(Schema.String)
  })
)

/** The hints of unsuccessful ends. Those that `@sheaf/domain/ElectronicIdHint` lacks become AUTHENTICATION_ERROR. */
const hints: Readonly<Record<string, string>> = {
  TIMEOUT: "expiredTransaction",
  USER_REFUSED: "userCancel",
  USER_REFUSED_INTERACTION: "userCancel",
  USER_REFUSED_CERT_CHOICE: "userCancel",
  WRONG_VC: "wrongControlCode",
  DOCUMENT_UNUSABLE: "certificateErr",
  ACCOUNT_UNUSABLE: "certificateErr",
  REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP: "notSupportedByUserApp"
}

/** The language of links (ISO 639-2). */
const languages: Readonly<Record<string, string>> = { et: "est", lt: "lit", lv: "lav", ru: "rus" }

type SmartIdLogin = Extract<ElectronicIdLogin, { readonly type: "SMART_ID" }>

/** Returns the path that names a person, or nothing for a login that names nobody. */
const pathOf = ({ country, documentNumber, personalCode }: SmartIdLogin): string | undefined => {
  if (documentNumber !== undefined) return `document/${encodeURIComponent(documentNumber)}`
  return country && personalCode && `etsi/PNO${country}-${encodeURIComponent(personalCode)}`
}

const documentHash = (challenge: string, documentNumber: string): string =>
  hash("sha256", `${challenge}|${documentNumber}`, "base64url")

/** Returns what the app shows, as the provider signs it. Short texts are for apps that show them beside the PIN. */
const interactionsOf = ({ company, purpose }: ElectronicIdRequest): string => {
  const sentence = PurposeText.displayTextOf(purpose, company)
  const interactions = [
    { type: "confirmationMessage", displayText200: PurposeText.shorten(sentence, 200) },
    { type: "displayTextAndPIN", displayText60: PurposeText.namesOf(purpose, company, 60) }
  ]
  return Buffer.from(JSON.stringify(interactions)).toString("base64")
}

const bodyOf = (
  { certificateLevel, relyingPartyName, relyingPartyUuid }: SmartIdOptions,
  challenge: string,
  interactions: string
) => ({
  relyingPartyUUID: relyingPartyUuid,
  relyingPartyName,
  certificateLevel,
  signatureProtocol: SmartIdProof.signatureProtocolName,
  signatureProtocolParameters: {
    rpChallenge: challenge,
    signatureAlgorithm: SmartIdProof.signatureAlgorithmName,
    signatureAlgorithmParameters: { hashAlgorithm: SmartIdProof.hashAlgorithm }
  },
  interactions
})

/** Returns the link that other devices scan, without the seconds and the code. */
const linkOf = (
  { relyingPartyName, schemeName }: SmartIdOptions,
  { deviceLinkBase, sessionSecret, sessionToken }: typeof DeviceLinkSession.Type,
  { challenge, interactions, language }: { challenge: string; interactions: string; language: string }
) => ({
  linkStart: `${deviceLinkBase}?deviceLinkType=QR&elapsedSeconds=`,
  linkEnd: `&sessionToken=${sessionToken}&sessionType=auth&version=1.0&lang=${language}`,
  // The name of a broker and the address of a return are empty.
  signedStart: [
    schemeName,
    SmartIdProof.signatureProtocolName,
    challenge,
    Buffer.from(relyingPartyName).toString("base64"),
    "",
    interactions,
    "",
    ""
  ].join("|"),
  secret: sessionSecret
})

/** Returns the person of a completed session, if its signature and certificate prove it. */
const progressOf = (
  options: SmartIdOptions,
  facts: SmartIdProof.SignedOrderData & { readonly country: string; readonly document?: string },
  status: Completed,
  now: number
): ElectronicIdProgress | undefined => {
  const { cert, deviceIpAddress, result, signature } = status
  const certificate = SmartIdProof.signerCertificateOf(options, facts, status, now)
  if (certificate === undefined) return undefined
  const { challenge, document } = facts
  if (document !== undefined && document !== documentHash(challenge, result.documentNumber ?? "")) {
    return { _tag: "Failed", hint: "otherDocument" }
  }
  const personalNumber = PersonCertificate.personalCodeOf(certificate, facts.country)
  if (personalNumber === undefined) return { _tag: "Failed", hint: personalNumberMissingHint }
  const completion = {
    ...(deviceIpAddress !== undefined && { deviceIpAddress }),
    ...(options.keepsProof === true &&
      signature &&
      cert && { proof: Redacted.make({ signature: signature.value, certificate: cert.value }) })
  }
  return { _tag: "Complete", personalNumber, ...(Object.keys(completion).length > 0 && { completion }) }
}

const makeWith = (client: OutboundClient.OutboundClient, options: SmartIdOptions): ElectronicId["Service"] => {
  const { get, post } = ProviderCalls.makeCalls(client)
  const toPort = ProviderCalls.mapToElectronicIdError()

  const order = Effect.fnUntraced(function* (request: ElectronicIdRequest) {
    const login = Redacted.value(request.login)
    const country = LoginIdentity.countryOf(login)
    const path = login.type === "SMART_ID" ? pathOf(login) : undefined
    if (login.type !== "SMART_ID" || path === undefined || country === undefined) return yield* ProviderCalls.refused
    const { documentNumber } = login
    const bytes = randomBytes(BalticSession.challengeBytes)
    const challenge = bytes.toString("base64")
    const interactions = interactionsOf(request)
    const document = documentNumber === undefined ? undefined : documentHash(challenge, documentNumber)
    const facts = { challenge, interactions, country, ...(document !== undefined && { document }) }
    const body = bodyOf(options, challenge, interactions)
    if (options.flow === "notification") {
      const response = yield* post(`authentication/notification/${path}`, { ...body, vcType: "numeric4" })
      const { sessionID: sessionId } = yield* client.decode(NotificationSession, response)
      const orderRef = reference.write({ ...facts, sessionId, flowType: "Notification" })
      return { orderRef, controlCode: ControlCode.ofSmartIdChallenge(bytes) } satisfies ElectronicIdOrder
    }
    const response = yield* post(`authentication/device-link/${path}`, body)
    const startedAt = yield* Clock.currentTimeMillis
    const session = yield* client.decode(DeviceLinkSession, response)
    const language = languages[PurposeText.languageOf(request.purpose, request.company)] ?? "eng"
    return {
      orderRef: reference.write({ ...facts, sessionId: session.sessionID, flowType: "QR" }),
      deviceLink: { ...linkOf(options, session, { challenge, interactions, language }), startedAt }
    } satisfies ElectronicIdOrder
  }, toPort)

  const collect = Effect.fnUntraced(
    function* (orderRef: string) {
      const facts = reference.read(orderRef)
      if (Option.isNone(facts)) return ProviderCalls.forgotten
      const response = yield* get(`session/${facts.value.sessionId}?timeoutMs=${BalticSession.holdMillis}`)
      const status = yield* client.decode(Status, response)
      if (status.state === "RUNNING") return BalticSession.pending
      const { endResult } = status.result
      if (endResult !== "OK") return { _tag: "Failed", hint: hints[endResult] ?? "unknown" } as const
      return progressOf(options, facts.value, status, yield* Clock.currentTimeMillis) ?? (yield* ProviderCalls.refused)
    },
    BalticSession.orForgotten,
    toPort
  )

  return ElectronicId.of({ order, collect, cancel: BalticSession.cancel })
}

/** Calls the provider over HTTP. Every order begins a new session, because its challenge must be new. */
export const make = Effect.fnUntraced(function* (options: SmartIdOptions) {
  return makeWith(yield* OutboundClient.make({ ...options, maxBytes: ProviderCalls.maxBytes }), options)
})
