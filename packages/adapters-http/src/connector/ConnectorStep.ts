/** Converts a connector's steps between JSON and the port's type. */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { withoutOwnMembers } from "@sheaf/domain/ExtraInformation"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { ReportedInsurance, ReportedWealth } from "@sheaf/domain/ReportedRecords"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
import * as Annotations from "@sheaf/domain/Annotations"
import { LoginProof } from "@sheaf/ports"
import type { DisplayEntry, Step } from "@sheaf/ports"
import { Schema, Struct } from "effect"
import { StepInformation, withDocumentation, minCodeDisplayMillis } from "./ShownInformation.ts"
import type { TimedCodeText } from "./ShownInformation.ts"

/** The maximum length of a session, in characters. The session is sealed and stored with every step. */
const maxSession = 256 * 1024

export const SessionText = Schema.String.check(Schema.isMaxLength(maxSession)).pipe(
  withDocumentation(
    "Session",
    "The state that the connector needs to continue, in its own format. Sheaf stores it encrypted, returns it " +
      "unchanged and never reads it. At most 262144 characters."
  )
)

const AnimatedQr = Schema.Struct({
  prefix: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[a-z0-9-]{1,32}$/))).pipe(
    Annotations.describe(
      "The first word of the QR code, by which the scheme's app knows it, such as `bankid`. Default: `eid`."
    )
  ),
  startToken: Schema.NonEmptyString.pipe(
    Annotations.describe("The public part of the order, which the QR code contains.")
  ),
  startSecret: Schema.NonEmptyString.pipe(
    Annotations.describe("The order's secret, from which Sheaf computes the QR codes. Clients never see it.")
  ),
  startedAt: Schema.Int.pipe(Annotations.describe("The time the order started, in milliseconds since 1970 UTC."))
}).pipe(
  withDocumentation(
    "AnimatedQr",
    "The values for the animated QR code of an electronic ID order. While the QR code is shown, Sheaf recomputes " +
      "it from these values every second."
  )
)

const DeviceLink = Schema.Struct({
  linkStart: Schema.NonEmptyString.pipe(Annotations.describe("The link up to the number of seconds.")),
  linkEnd: Schema.String.pipe(Annotations.describe("The rest of the link, up to `&authCode=`.")),
  signedStart: Schema.String.pipe(
    Annotations.describe("The start of the text that the code signs. The link follows after a vertical bar.")
  ),
  secret: Schema.NonEmptyString.pipe(
    Annotations.describe("The order's secret in base64, from which Sheaf computes the codes. Clients never see it.")
  ),
  startedAt: Schema.Int.pipe(Annotations.describe("The time the order started, in milliseconds since 1970 UTC."))
}).pipe(
  withDocumentation(
    "DeviceLink",
    "The values for the link of a Smart-ID order, which Sheaf recomputes every second and shows as a QR code. Since 1.2."
  )
)

const numberKnown = (from: string) =>
  Schema.optionalKey(Schema.String).pipe(Annotations.describe(`The personal number ${from}.`))

const proofText = (of: string) =>
  LoginProof.fields.signature.pipe(Annotations.describe(`${of}, in base64: at most 65536 characters.`))

const Proof = Schema.Struct({
  signature: proofText("The signature, in the form of its scheme"),
  ocspResponse: Schema.optionalKey(proofText("The OCSP response about the signature's certificate")),
  certificate: Schema.optionalKey(proofText("The signature's certificate, in DER"))
}).pipe(
  withDocumentation(
    "LoginProof",
    "The proof from the electronic ID that the person has authenticated. Sheaf keeps it encrypted with the collection, for " +
      "the operator. Since 1.2."
  )
)

const Authenticated = Schema.Struct({
  fromElectronicId: numberKnown("from the electronic ID itself"),
  fromCompany: numberKnown("from the company"),
  fromDevice: numberKnown(
    "from the client's device. This number proves nothing, but a different number counts as a mismatch"
  ),
  proof: Schema.optionalKey(Proof)
}).pipe(
  withDocumentation(
    "Authenticated",
    "The person who authenticated. Sheaf compares these personal numbers with the collection's, and ends the " +
      "collection on a mismatch. Connectors do not need to compare the numbers."
  )
)

const shown = {
  status: CollectionStatus,
  information: Schema.optionalKey(StepInformation),
  animatedQr: Schema.optionalKey(AnimatedQr),
  deviceLink: Schema.optionalKey(DeviceLink),
  authenticated: Schema.optionalKey(Authenticated),
  session: SessionText
}

const Poll = Schema.Struct({
  type: Annotations.literal("POLL"),
  ...shown,
  afterMillis: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(
    Annotations.describe("Milliseconds to wait before Sheaf calls `resume` with TICK.")
  ),
  once: Annotations.optional(
    Schema.Literal(true),
    "The next call uses up a code or a token that works once. Only one of Sheaf's nodes makes the call, and " +
      "records the answer even while it stops. Since 1.2."
  )
}).pipe(withDocumentation("PollStep", "A step that shows a status and continues after a pause."))

const Ask = Schema.Struct({
  type: Annotations.literal("ASK"),
  ...shown,
  asks: Annotations.literals("The input to ask the client for. `information` has the details.", {
    CONTACT_FORM: "The inputs in REQUIRED_INPUT_TYPES, for the company's contact form (status CONTACT_FORM_PENDING).",
    COLLECTION_INPUT: "The inputs in REQUIRED_INPUT_TYPES (status COLLECTION_INPUT_PENDING).",
    TWO_FACTOR_CODE:
      "A code in the format that TWO_FACTOR_AUTHENTICATION_INSTRUCTION specifies (status TWO_FACTOR_PENDING).",
    TWO_FACTOR_CHOICE: "One of AVAILABLE_TWO_FACTOR_METHODS (status TWO_FACTOR_PENDING).",
    RESPONSE_OBJECT: "The responses to INSTRUCTIONS (status LOGIN or WAITING_FOR_USER_ACTION)."
  })
}).pipe(
  withDocumentation(
    "AskStep",
    "A step that shows a status and waits for the client's input. Sheaf sets the time limit."
  )
)

const Reason = Schema.Struct(Struct.pick(FailureReason.FailureReason.fields, ["code", "retryAfterSeconds"])).pipe(
  withDocumentation("Reason", "A more specific reason for the final status. Optional; Sheaf writes the message.")
)

const Found = Schema.Struct({
  insurance: Schema.Array(ReportedInsurance).pipe(Annotations.describe("The insurances.")),
  wealth: Schema.Array(ReportedWealth).pipe(Annotations.describe("The pensions, investments and accounts.")),
  missing: Schema.Array(FailureReason.MissingData).pipe(
    Annotations.describe("The products with missing data; empty if no data is missing.")
  )
}).pipe(
  withDocumentation(
    "Collected",
    "The collected records. Sheaf replaces the connector's record and document ids with its own."
  )
)

const End = Schema.Struct({
  type: Annotations.literal("END"),
  status: CollectionStatus,
  session: SessionText,
  authenticated: Schema.optionalKey(Authenticated),
  reason: Schema.optionalKey(Reason),
  collected: Schema.optionalKey(Found),
  renewable: Annotations.optional(
    Schema.Literal(true),
    "The session can begin further collections without the person, by the signal RENEW, each from the session of the " +
      "one before. A collection that began by RENEW can say so with any status. Since 1.2."
  )
}).pipe(
  withDocumentation(
    "EndStep",
    "A step that ends the collection in a final status. COMPLETED and COMPLETED_PARTIAL require the collected " +
      "records. Sheaf fetches their documents with this step's session."
  )
)

export const ConnectorStep = Schema.Union([Poll, Ask, End]).pipe(
  withDocumentation(
    "Step",
    "A connector's step, identified by `type`: the status to show, the event to wait for, and the session to " +
      "continue with."
  )
)
export type ConnectorStep = typeof ConnectorStep.Type

const isSome = <A>(list: ReadonlyArray<A> | undefined): list is readonly [A, ...Array<A>] => (list ?? []).length > 0

const inputTypesIn = ({ REQUIRED_INPUTS, REQUIRED_INPUT_TYPES }: typeof StepInformation.Type) =>
  REQUIRED_INPUTS?.map(({ type }) => type) ?? REQUIRED_INPUT_TYPES

const questionOf = ({ asks: kind, information = {} }: typeof Ask.Type): SupplementInfo.Question | undefined => {
  switch (kind) {
    case "CONTACT_FORM":
    case "COLLECTION_INPUT": {
      const { REQUIRED_INPUTS: required } = information
      const inputs = inputTypesIn(information)
      const isComplete = (required ?? inputs?.map((type) => ({ type })) ?? []).every(SupplementInfo.isInputDescribed)
      if (!isSome(inputs) || !isComplete) return undefined
      return { kind, inputs, ...(isSome(required) && { required }) }
    }
    case "TWO_FACTOR_CODE": {
      const instruction = information.TWO_FACTOR_AUTHENTICATION_INSTRUCTION
      return instruction && { kind, responseType: instruction.responseType }
    }
    case "TWO_FACTOR_CHOICE": {
      const methodIds = information.AVAILABLE_TWO_FACTOR_METHODS?.map(({ id }) => id)
      return isSome(methodIds) ? { kind, methodIds } : undefined
    }
    case "RESPONSE_OBJECT": {
      const etags = information.INSTRUCTIONS?.map(({ etag }) => etag)
      return isSome(etags) ? { kind, etags } : undefined
    }
  }
}

type Shown = Omit<typeof Poll.Type, "afterMillis" | "once" | "type">

/** Computes until when to show each text of an animated QR code, for a step that arrived at `now`. */
const codeTextsOf = (texts: ReadonlyArray<typeof TimedCodeText.Type>, now: number) => {
  let until = now
  return {
    _tag: "CodeTexts",
    texts: texts.map(({ forMillis, text }) => ({ text, until: (until += forMillis) }))
  } as const
}

const displayed = <A extends Pick<Shown, "animatedQr" | "deviceLink" | "information">>(shown: A, now: number) => {
  const { animatedQr, deviceLink, information: given, ...others } = shown
  const { QR_TEXT, ...rest } = given ?? {}
  const isList = QR_TEXT !== undefined && typeof QR_TEXT !== "string"
  const inputs = rest.REQUIRED_INPUTS && inputTypesIn(rest)
  const information = {
    ...rest,
    ...(typeof QR_TEXT === "string" && { QR_TEXT }),
    ...(inputs && { REQUIRED_INPUT_TYPES: inputs })
  }
  const display: ReadonlyArray<DisplayEntry> = [
    ...(animatedQr === undefined ? [] : [{ _tag: "AnimatedCode", ...animatedQr } as const]),
    ...(deviceLink === undefined ? [] : [{ _tag: "DeviceLink", ...deviceLink } as const]),
    ...(isList ? [codeTextsOf(QR_TEXT, now)] : [])
  ]
  return {
    ...others,
    ...(given !== undefined && { information }),
    ...(display.length > 0 && { display })
  }
}

/**
 * Converts a step that arrived at `now`, in milliseconds since 1970. Returns `undefined` if the step asks for an answer
 * but shows nothing that the person could answer.
 */
export const toStep = (step: ConnectorStep, now: number): Step | undefined => {
  switch (step.type) {
    case "POLL": {
      const { type: _, ...shown } = step
      return { _tag: "Poll", ...displayed(shown, now) }
    }
    case "ASK": {
      const { asks: _, type: __, ...shown } = step
      const question = questionOf(step)
      return question && { _tag: "Ask", ...displayed(shown, now), question }
    }
    case "END": {
      const { reason, type: _, ...others } = step
      const end = { _tag: "End", ...others } as const
      if (reason === undefined) return end
      const { code, ...more } = reason
      return { ...end, reason: FailureReason.make(code, more) }
    }
  }
}

type CodeTexts = Extract<DisplayEntry, { readonly _tag: "CodeTexts" }>

const timedTextsOf = ({ texts }: CodeTexts, now: number) => {
  let from = now
  return texts.map(({ text, until }) => {
    const forMillis = Math.max(minCodeDisplayMillis, until - from)
    from = until
    return { text, forMillis }
  })
}

const shownBy = ({ display = [], information }: Exclude<Step, { readonly _tag: "End" }>, now: number) => {
  const given = withoutOwnMembers(information)
  let members: Record<string, unknown> = {}
  let texts: ReadonlyArray<typeof TimedCodeText.Type> | undefined
  for (const entry of display) {
    if (entry._tag === "AnimatedCode") members = { ...members, animatedQr: Struct.omit(entry, ["_tag"]) }
    else if (entry._tag === "DeviceLink") members = { ...members, deviceLink: Struct.omit(entry, ["_tag"]) }
    else texts = timedTextsOf(entry, now)
  }
  const shown = { ...given, ...(texts && { QR_TEXT: texts }) }
  return { ...members, ...(Object.keys(shown).length > 0 && { information: shown }) }
}

/**
 * Converts a step to JSON as of `now`. The JSON does not say whether a page returns a code, because only banks' pages
 * do.
 */
export const stepToJson = (step: Step, now: number): unknown => {
  switch (step._tag) {
    case "Poll": {
      const { _tag: _, display: __, expectsCode: ___, information: ____, ...others } = step
      return { type: "POLL", ...others, ...shownBy(step, now) }
    }
    case "Ask": {
      const { _tag: _, display: __, information: ___, question, ...others } = step
      return { type: "ASK", ...others, ...shownBy(step, now), asks: question.kind }
    }
    case "End": {
      const { _tag: _, reason, ...others } = step
      const end = { type: "END", ...others } as const
      return reason === undefined ? end : { ...end, reason: Struct.omit(reason, ["message", "missing"]) }
    }
  }
}
