/**
 * The connector for uploaded documents (spec 2.1, 2.5). It reads a document as soon as the collection begins, shows
 * COLLECTING briefly, and then ends the collection. After that, the file is only in the sealed request, which Sheaf
 * erases together with the credentials.
 */
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import * as PdfContent from "@sheaf/domain/PdfContent"
import { CallContext, ConnectorError } from "@sheaf/ports"
import type { Connector, ConnectorRequest, Step } from "@sheaf/ports"
import { Effect, Redacted, Schema } from "effect"
import { Buffer } from "node:buffer"
import type { Reader } from "./reader/Reader.ts"
import type { Layout } from "./layout/Layout.ts"
import { layoutsOf } from "./layouts/Layouts.ts"
import * as UploadOutcome from "./UploadOutcome.ts"

/** The prefix of this connector's sessions. */
const mark = "pdf:"

const UploadSession = Schema.fromJsonString(
  Schema.Struct({
    company: CompanyId,
    ending: Schema.Union([
      Schema.Struct({ status: Schema.Literal("COMPLETED"), record: InsuranceRecord }),
      Schema.Struct({
        status: Schema.Literals(["COMPLETED_EMPTY", "FAILED_PDF_PARSE", "FAILED_PDF_USER_INPUT"]),
        reason: Schema.optionalKey(FailureReason.FailureReason)
      })
    ])
  })
)
type UploadSession = typeof UploadSession.Type

const encode = Schema.encodeSync(UploadSession)
const decode = Schema.decodeUnknownEffect(UploadSession)

/** How long COLLECTING is shown, in milliseconds. If it were shorter, clients could miss the status (spec 12). */
const shownMillis = 100

/** The error for a session, order or document of another connector. A retry would not help. */
const broken = new ConnectorError({ reason: "BROKEN" })

export const isPdfSession = (session: string): boolean => session.startsWith(mark)

const parse = (session: string): Effect.Effect<UploadSession, ConnectorError> =>
  isPdfSession(session) ? Effect.mapError(decode(session.slice(mark.length)), () => broken) : Effect.fail(broken)

const endingOf = Effect.fnUntraced(function* (
  reader: Reader,
  layouts: ReadonlyArray<Layout>,
  { company, products }: ConnectorRequest,
  file: Extract<LoginParameter, { readonly type: "PDF_DOCUMENT" }>,
  name: string
) {
  const bytes = () => Buffer.from(file.content, "base64")
  const callContext = yield* CallContext
  const size = PdfContent.sizeOf(file.content)
  const outcome = yield* reader.read({ callContext, layouts: layoutsOf(company, layouts), name, size, bytes })
  const verdict = UploadOutcome.of(outcome, file.insuranceType)
  if (verdict.type !== "COMPLETED") {
    return { status: verdict.type, ...(verdict.fault && { reason: FailureReason.make(verdict.fault) }) }
  }
  // Documents contain only insurances.
  return products.includes("INSURANCE")
    ? { status: verdict.type, record: verdict.record }
    : { status: "COMPLETED_EMPTY" as const }
})

const end = (session: string, { ending }: UploadSession): Step => {
  const { status } = ending
  const reason = ending.status === "COMPLETED" ? undefined : (ending.reason ?? FailureReason.defaultReasonFor(status))
  const collected = { insurance: status === "COMPLETED" ? [ending.record] : [], wealth: [], missing: [] }
  return {
    _tag: "End",
    status,
    session,
    ...(reason !== undefined && { reason }),
    ...(isOutcome(status) && { collected })
  }
}

/** The queue holds too many bytes, so the collection ends. */
const overburdened: Step = {
  _tag: "End",
  status: "THIRD_PARTY_ERROR",
  session: mark,
  reason: FailureReason.make("COMPANY_UNREACHABLE")
}

/** Reads each document with the layouts of the company it was uploaded for. */
export const make = (reader: Reader, layouts: ReadonlyArray<Layout>): Connector => ({
  begin: Effect.fnUntraced(function* (order, key) {
    const file = Redacted.value(order.login)
    if (file.type !== "PDF_DOCUMENT") return yield* broken
    return yield* endingOf(reader, layouts, order, file, key).pipe(
      Effect.map((ending): Step => {
        const session = `${mark}${encode({ company: order.company, ending })}`
        return { _tag: "Poll", status: "COLLECTING", session, afterMillis: shownMillis }
      }),
      Effect.catchTag("QueueFullError", ({ passes }) =>
        passes ? Effect.fail(new ConnectorError({ reason: "UNREACHABLE" })) : Effect.succeed(overburdened)
      )
    )
  }),
  resume: (session, signal) =>
    signal._tag === "Tick" ? Effect.map(parse(session), (parsed) => end(session, parsed)) : Effect.fail(broken),
  cancel: (session) => Effect.asVoid(parse(session)),
  document: () => Effect.fail(broken)
})
