/** A connector's step as JSON, and its conversion to and from the port's step. */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { ClientRequest, ExtraInformation, RequestCookie } from "@sheaf/domain/ExtraInformation"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { ReportedInsurance, ReportedWealth } from "@sheaf/domain/ReportedRecords"
import type { Question } from "@sheaf/domain/SupplementInfo"
import * as Annotations from "@sheaf/domain/Annotations"
import type { DisplayEntry, Step } from "@sheaf/ports"
import { Schema, Struct } from "effect"
import examples from "./examples.json" with { type: "json" }

/** Names and describes a schema of the protocol. Its examples are in `examples.json`. */
export const withDocumentation = Annotations.annotateWith(examples)

/**
 * The maximum length of the shown information as JSON, in characters. The information is sealed, stored, and sent with
 * every poll. No login needs more, and no person could read more.
 */
export const maxInformationLength = 128 * 1024

/** The maximum length of a session, in characters. The session is sealed and stored with each step. */
const maxSession = 256 * 1024

export const SessionText = Schema.String.check(Schema.isMaxLength(maxSession)).pipe(
  withDocumentation(
    "Session",
    "The state that the connector needs to continue, in its own format. Sheaf stores it encrypted, returns it " +
      "unchanged and never reads it. At most 262144 characters."
  )
)

/**
 * The parts of a request (RFC 9110 §5.1, §5.5, §9.1). Line breaks are forbidden, because they could inject other parts.
 */
const FieldName = Schema.String.check(
  Schema.isPattern(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/, { message: "the name of a header field" })
)
const FieldValue = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}]*$/u, {
    message: "the value of a header field, without control characters"
  })
)

/**
 * A filter checks the names. A pattern in the record's key schema would silently drop every field that does not match.
 */
const Fields = Schema.Record(Schema.String, FieldValue).check(
  Schema.makeFilter((fields) => Object.keys(fields).every(Schema.is(FieldName)) || "names of header fields")
)
const Method = Schema.String.check(Schema.isPattern(/^[A-Z]{1,20}$/, { message: "an HTTP method" }))

/** A person's device opens only https URLs, because other URLs could run scripts, open files or be intercepted. */
const secureAddress = /^https:\/\/[^\s/?#@\p{Cc}]+(?:[/?#][^\s\p{Cc}]*)?$/u

/** A part of a cookie (RFC 6265 §4.1.1). It has no semicolon, so it cannot add another part. */
const CookiePart = Schema.String.check(
  Schema.isPattern(/^[^;\p{Cc}]*$/u, { message: "no semicolon or control character" })
)

const Cookie = Schema.Struct({
  ...RequestCookie.fields,
  name: FieldName.pipe(Annotations.describe("The cookie's name.")),
  value: CookiePart.pipe(Annotations.describe("The cookie's value, to be sent unchanged.")),
  domain: CookiePart.pipe(Annotations.describe("The host that the cookie belongs to.")),
  path: CookiePart.pipe(Annotations.describe("The path that the cookie belongs to."))
}).pipe(withDocumentation("RequestCookie", "A cookie to send with the request (RFC 6265)."))

const Request = Schema.Struct({
  ...ClientRequest.fields,
  url: Schema.String.check(Schema.isPattern(secureAddress, { message: "an https address" })).pipe(
    Annotations.describe("The https URL to call.")
  ),
  method: Method.pipe(Annotations.describe("The HTTP method.")),
  headers: Fields.pipe(Annotations.describe("The header fields to send, by name.")),
  cookies: Schema.optionalKey(Schema.Array(Cookie)).pipe(Annotations.describe("The cookies to send. Optional."))
}).pipe(withDocumentation("Request", "A request that the client executes on the person's device, once per etag."))

/** Connectors cannot redirect a person. Only the pages of configured banks are checked. */
const {
  FAILURE_REASON: _,
  REDIRECT_URL: ___,
  SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: __,
  ...shownToClients
} = ExtraInformation.fields

const Information = Schema.Struct({
  ...shownToClients,
  INSTRUCTIONS: Schema.optionalKey(Schema.Array(Request)).pipe(
    Annotations.describe("The requests to execute on the person's device.")
  )
}).pipe(
  withDocumentation(
    "Information",
    "The information that the client sees in addition to the status. At most 131072 characters as JSON."
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

/** The URL of a page. Its origin is checked apart, because only the service knows its own address. */
const PageUrl = Schema.String.check(
  Schema.isMaxLength(2048),
  Schema.isPattern(/^https?:\/\/[^\s\\/?#@\p{Cc}]+(?:[/?#][^\s\\\p{Cc}]*)?$/u, { message: "the URL of a page" })
)

const numberKnown = (from: string) =>
  Schema.optionalKey(Schema.String).pipe(Annotations.describe(`The personal number ${from}.`))

const Authenticated = Schema.Struct({
  fromElectronicId: numberKnown("from the electronic ID itself"),
  fromCompany: numberKnown("from the company"),
  fromDevice: numberKnown(
    "from the client's device. This number proves nothing, but a different number counts as a mismatch"
  )
}).pipe(
  withDocumentation(
    "Authenticated",
    "The person who authenticated. Sheaf compares these personal numbers with the collection's, and ends the " +
      "collection on a mismatch. Connectors do not need to compare the numbers."
  )
)

const shown = {
  status: CollectionStatus,
  information: Schema.optionalKey(Information),
  animatedQr: Schema.optionalKey(AnimatedQr),
  pageUrl: Schema.optionalKey(PageUrl).pipe(
    Annotations.describe(
      "A page that the person may open instead of an app. Only for the sandbox's own companies: from any other " +
        "connector, the step is invalid. Since 1.2."
    )
  ),
  authenticated: Schema.optionalKey(Authenticated),
  session: SessionText
}

const Poll = Schema.Struct({
  type: Annotations.literal("POLL"),
  ...shown,
  afterMillis: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(
    Annotations.describe("Milliseconds to wait before Sheaf calls `resume` with TICK.")
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
  collected: Schema.optionalKey(Found)
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

/**
 * Derives the question from the shown information. Returns `undefined` if the information does not contain the
 * question.
 */
const questionOf = ({ asks: kind, information = {} }: typeof Ask.Type): Question | undefined => {
  switch (kind) {
    case "CONTACT_FORM":
    case "COLLECTION_INPUT": {
      const inputs = information.REQUIRED_INPUT_TYPES
      return isSome(inputs) ? { kind, inputs } : undefined
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

type Shown = Omit<typeof Poll.Type, "afterMillis" | "type">

/** Lists the code and the page as the entries of the port's step. */
const displayed = <A extends Pick<Shown, "animatedQr" | "pageUrl">>(shown: A) => {
  const { animatedQr, pageUrl } = shown
  const display: ReadonlyArray<DisplayEntry> = [
    ...(animatedQr === undefined ? [] : [{ _tag: "AnimatedCode", ...animatedQr } as const]),
    ...(pageUrl === undefined ? [] : [{ _tag: "Page", url: pageUrl } as const])
  ]
  return { ...Struct.omit(shown, ["animatedQr", "pageUrl"]), ...(display.length > 0 && { display }) }
}

/** Returns the port's step, or `undefined` if the step asks a question that its information does not show. */
export const toStep = (step: ConnectorStep): Step | undefined => {
  switch (step.type) {
    case "POLL":
      return { _tag: "Poll", ...displayed(Struct.omit(step, ["type"])) }
    case "ASK": {
      const question = questionOf(step)
      return question && { _tag: "Ask", ...displayed(Struct.omit(step, ["type", "asks"])), question }
    }
    case "END": {
      const end = { _tag: "End", ...Struct.omit(step, ["type", "reason"]) } as const
      if (step.reason === undefined) return end
      const { code, ...more } = step.reason
      return { ...end, reason: FailureReason.make(code, more) }
    }
  }
}

/** The protocol has no device links, because only Sheaf's own adapters know their secrets. */
const memberOf = (entry: DisplayEntry): Pick<Shown, "animatedQr" | "pageUrl"> => {
  switch (entry._tag) {
    case "Page":
      return { pageUrl: entry.url }
    case "AnimatedCode":
      return { animatedQr: Struct.omit(entry, ["_tag"]) }
    case "DeviceLink":
      return {}
  }
}

const membersOf = (display: ReadonlyArray<DisplayEntry> = []): Pick<Shown, "animatedQr" | "pageUrl"> =>
  Object.assign({}, ...display.map(memberOf))

/** Returns the step in its JSON form. Codes and tokens that work once, and their pages, belong to banks, not to this protocol. */
export const fromStep = (step: Step): ConnectorStep => {
  switch (step._tag) {
    case "Poll":
      return {
        type: "POLL",
        ...Struct.omit(step, ["_tag", "display", "expectsCode", "once"]),
        ...membersOf(step.display)
      }
    case "Ask":
      return {
        type: "ASK",
        ...Struct.omit(step, ["_tag", "display", "question"]),
        ...membersOf(step.display),
        asks: step.question.kind
      }
    case "End": {
      const end = { type: "END", ...Struct.omit(step, ["_tag", "reason"]) } as const
      return step.reason === undefined ? end : { ...end, reason: Struct.omit(step.reason, ["message", "missing"]) }
    }
  }
}
