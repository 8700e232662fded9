/**
 * Smart-ID over its relying-party API, version 3 (spec 17). An order reaches the app in one of three ways: through a
 * notification with a control code to compare, through a QR code that changes every second, or through a link that
 * opens the app on the same device.
 */
import type { ElectronicIdLogin } from "@sheaf/domain/Parameter"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { personalNumberMissingHint } from "@sheaf/domain/ElectronicIdHint"
import { ElectronicId } from "@sheaf/ports"
import type { ElectronicIdOrder, ElectronicIdProgress, ElectronicIdRequest, ReturnQuery } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import type { X509Certificate } from "node:crypto"
import { createHmac, hash, randomBytes } from "node:crypto"
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
  /** Must match the registered name exactly, because it is signed. */
  readonly relyingPartyName: string
  /** `smart-id`, or `smart-id-demo` for the demo environment. */
  readonly schemeName: string
  readonly flow: "notification" | "device-link"
  /** The minimum level of people's certificates. */
  readonly certificateLevel: "ADVANCED" | "QUALIFIED"
  /** The authorities that issue people's certificates. */
  readonly anchors: ReadonlyArray<X509Certificate>
  /** Keeps the signatures and certificates of completed orders. */
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
    callback: Schema.optionalKey(Schema.Struct({ url: Schema.String, secretDigest: Schema.String })),
    /** A hash of the challenge and the document number. Present if the order names a document. */
    document: Schema.optionalKey(Schema.String)
  })
)

/**
 * Maps failure reasons to hints. Reasons without a hint in `@sheaf/domain/ElectronicIdHint` become
 * AUTHENTICATION_ERROR.
 */
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

/** Links use ISO 639-2 language codes. */
const languages: Readonly<Record<string, string>> = { et: "est", lt: "lit", lv: "lav", ru: "rus" }

type SmartIdLogin = Extract<ElectronicIdLogin, { readonly type: "SMART_ID" }>

/** Returns `undefined` if the login does not name the person. */
const pathOf = ({ country, documentNumber, personalCode }: SmartIdLogin): string | undefined => {
  if (documentNumber !== undefined) return `document/${encodeURIComponent(documentNumber)}`
  return country && personalCode && `etsi/PNO${country}-${encodeURIComponent(personalCode)}`
}

const documentHash = (challenge: string, documentNumber: string): string =>
  hash("sha256", `${challenge}|${documentNumber}`, "base64url")

/** Returns what the app shows and the person signs. The short texts are for apps that show them beside the PIN. */
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

interface LinkContent {
  readonly challenge: string
  readonly interactions: string
  readonly language: string
  /** Where the app returns to. Empty in links for other devices. */
  readonly callbackUrl: string
}

/**
 * Returns the first part of the text that is signed for a link's authentication code. The link itself is the second
 * part. The broker's name is empty because there is no broker.
 */
const signedStartOf = (
  { relyingPartyName, schemeName }: SmartIdOptions,
  { callbackUrl, challenge, interactions }: LinkContent
): string =>
  [
    schemeName,
    SmartIdProof.signatureProtocolName,
    challenge,
    Buffer.from(relyingPartyName).toString("base64"),
    "",
    interactions,
    callbackUrl,
    ""
  ].join("|")

const linkEndOf = ({ sessionToken }: typeof DeviceLinkSession.Type, { language }: LinkContent): string =>
  `&sessionToken=${sessionToken}&sessionType=auth&version=1.0&lang=${language}`

/**
 * Returns the link that another device scans, without the elapsed seconds and the authentication code, which change
 * every second.
 */
const scannedLinkOf = (options: SmartIdOptions, session: typeof DeviceLinkSession.Type, content: LinkContent) => ({
  linkStart: `${session.deviceLinkBase}?deviceLinkType=QR&elapsedSeconds=`,
  linkEnd: linkEndOf(session, content),
  signedStart: signedStartOf(options, { ...content, callbackUrl: "" }),
  secret: session.sessionSecret
})

/** Returns the link that opens the app on the same device. Unlike the scanned link, it never changes. */
const openedLinkOf = (
  options: SmartIdOptions,
  session: typeof DeviceLinkSession.Type,
  content: LinkContent
): string => {
  const { deviceLinkBase, sessionSecret } = session
  const link = `${deviceLinkBase}?deviceLinkType=${SmartIdProof.linkFlowType}${linkEndOf(session, content)}`
  const code = createHmac("sha256", Buffer.from(sessionSecret, "base64"))
    .update(signedStartOf(options, content) + link)
    .digest("base64url")
  return `${link}&authCode=${code}`
}

/**
 * Returns the URL to which the app should return, if the provider accepts it. The provider accepts only https URLs
 * without a vertical bar or fragment.
 */
const callbackUrlOf = (
  { allowPrivateAddresses }: SmartIdOptions,
  { callbackUrl }: ElectronicIdRequest
): string | undefined => {
  const accepted = allowPrivateAddresses ? /^https?:\/\/[^|#]{1,1790}$/ : /^https:\/\/[^|#]{1,1790}$/
  return callbackUrl !== undefined && accepted.test(callbackUrl) ? callbackUrl : undefined
}

const progressOf = (
  options: SmartIdOptions,
  facts: SmartIdProof.SignedOrderData & { readonly country: string; readonly document?: string },
  status: Completed,
  returned: ReturnQuery | undefined,
  now: number
): ElectronicIdProgress | undefined => {
  const { cert, deviceIpAddress, result, signature } = status
  const certificate = SmartIdProof.signerCertificateOf(options, facts, status, now)
  if (certificate === undefined) return undefined
  const { callback, challenge, document } = facts
  if (callback !== undefined && SmartIdProof.isOpenedByLink(status)) {
    if (returned === undefined) return BalticSession.pending
    if (!SmartIdProof.hasReturned(callback, status, returned)) return { _tag: "Failed", hint: "otherReturn" }
  }
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
    if (login.type !== "SMART_ID" || path === undefined || country === undefined)
      return yield* ProviderCalls.refusedError
    const { documentNumber } = login
    const bytes = randomBytes(BalticSession.challengeByteLength)
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
    const url = callbackUrlOf(options, request)
    const returning = url !== undefined && { initialCallbackUrl: url }
    const response = yield* post(`authentication/device-link/${path}`, { ...body, ...returning })
    const startedAt = yield* Clock.currentTimeMillis
    const session = yield* client.decode(DeviceLinkSession, response)
    const { sessionID: sessionId, sessionSecret } = session
    const language = languages[PurposeText.languageOf(request.purpose, request.company)] ?? "eng"
    const content = { challenge, interactions, language, callbackUrl: url ?? "" }
    const callback = url !== undefined && {
      callback: { url, secretDigest: SmartIdProof.secretDigestOf(sessionSecret) }
    }
    return {
      orderRef: reference.write({ ...facts, ...callback, sessionId, flowType: "QR" }),
      deviceLink: { ...scannedLinkOf(options, session, content), startedAt },
      ...(url !== undefined && { appUrl: openedLinkOf(options, session, content) })
    } satisfies ElectronicIdOrder
  }, toPort)

  const collect = Effect.fnUntraced(
    function* (orderRef: string, returned?: Redacted.Redacted<ReturnQuery>) {
      const facts = reference.read(orderRef)
      if (Option.isNone(facts)) return ProviderCalls.forgottenProgress
      const response = yield* get(`session/${facts.value.sessionId}?timeoutMs=${BalticSession.longPollMillis}`)
      const status = yield* client.decode(Status, response)
      if (status.state === "RUNNING") return BalticSession.pending
      const { endResult } = status.result
      if (endResult !== "OK") return { _tag: "Failed", hint: hints[endResult] ?? "unknown" } as const
      const query = returned && Redacted.value(returned)
      const now = yield* Clock.currentTimeMillis
      return progressOf(options, facts.value, status, query, now) ?? (yield* ProviderCalls.refusedError)
    },
    BalticSession.forgottenIfNotFound,
    toPort
  )

  return ElectronicId.of({ order, collect, cancel: BalticSession.cancel })
}

/** Every call of `order` starts a new session at Smart-ID, because each order needs a new challenge. */
export const make = Effect.fnUntraced(function* (options: SmartIdOptions) {
  return makeWith(yield* OutboundClient.make({ ...options, maxBytes: ProviderCalls.maxBytes }), options)
})
