/**
 * The connector for uploaded documents, of every company that has a layout: begin → COLLECTING → the end (decisions 2, 4).
 * The document is read when the collection begins, so that from then on the session holds what was read, and the file
 * nothing but the request that brought it, which is sealed and erased with the credentials.
 */
import { CompanyId } from "@sheaf/domain/Company"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import * as PdfContent from "@sheaf/domain/PdfContent"
import { ConnectorError } from "@sheaf/ports"
import type { Connector, ConnectorOrder, Step } from "@sheaf/ports"
import { Effect, Redacted, Schema } from "effect"
import { Buffer } from "node:buffer"
import type { Reader } from "./reader/Reader.ts"
import * as Verdict from "./Verdict.ts"

/** What the sessions of this connector begin with, so that they can be told from another's. */
const mark = "pdf:"

const Session = Schema.fromJsonString(
  Schema.Struct({
    company: CompanyId,
    ending: Schema.Union([
      Schema.Struct({ status: Schema.Literal("COMPLETED"), record: InsuranceRecord }),
      Schema.Struct({ status: Schema.Literals(["COMPLETED_EMPTY", "FAILED_PDF_PARSE", "FAILED_PDF_USER_INPUT"]) })
    ])
  })
)
type Session = typeof Session.Type

const encode = Schema.encodeSync(Session)
const decode = Schema.decodeUnknownEffect(Session)

/** How long COLLECTING is shown, in milliseconds: so that it can be seen (decisions 16). */
const shownMillis = 100

/** Nothing that repeating would mend: the session, the order or the document is none of ours. */
const broken = new ConnectorError({ reason: "BROKEN" })

/** Whether a session is this connector's. */
export const isOurs = (session: string): boolean => session.startsWith(mark)

const parse = (session: string): Effect.Effect<Session, ConnectorError> =>
  isOurs(session) ? Effect.mapError(decode(session.slice(mark.length)), () => broken) : Effect.fail(broken)

type PdfDocument = Extract<LoginParameter, { readonly type: "PDF_DOCUMENT" }>

const endingOf = Effect.fnUntraced(function* (
  reader: Reader,
  { company, products }: ConnectorOrder,
  file: PdfDocument,
  name: string
) {
  const bytes = () => Buffer.from(file.content, "base64")
  const outcome = yield* reader.read({ company, name, size: PdfContent.sizeOf(file.content), bytes })
  const verdict = Verdict.of(outcome, file.insuranceType)
  if (verdict.type !== "COMPLETED") return { status: verdict.type }
  // A document holds insurances; whoever asks for something else gets nothing of it.
  return products.includes("INSURANCE")
    ? { status: verdict.type, record: verdict.record }
    : { status: "COMPLETED_EMPTY" as const }
})

const end = (session: string, { ending }: Session): Step => {
  const reason = FailureReason.forStatus(ending.status)
  const insurance = ending.status === "COMPLETED" ? [ending.record] : []
  const isOutcome = ending.status === "COMPLETED" || ending.status === "COMPLETED_EMPTY"
  return {
    _tag: "End",
    status: ending.status,
    session,
    ...(reason !== undefined && { reason }),
    ...(isOutcome && { collected: { insurance, wealth: [], missing: [] } })
  }
}

/** More is waiting than can be held, and waiting longer would hold it longer. */
const overburdened: Step = {
  _tag: "End",
  status: "THIRD_PARTY_ERROR",
  session: mark,
  reason: FailureReason.make("COMPANY_UNREACHABLE")
}

export const make = (reader: Reader): Connector => ({
  begin: Effect.fnUntraced(function* (order, key) {
    const file = Redacted.value(order.login)
    if (file.type !== "PDF_DOCUMENT") return yield* broken
    return yield* endingOf(reader, order, file, key).pipe(
      Effect.map((ending): Step => {
        const session = `${mark}${encode({ company: order.company, ending })}`
        return { _tag: "Poll", status: "COLLECTING", session, afterMillis: shownMillis }
      }),
      Effect.catchTag("Busy", ({ passes }) =>
        passes ? Effect.fail(new ConnectorError({ reason: "UNREACHABLE" })) : Effect.succeed(overburdened)
      )
    )
  }),
  resume: (session, signal) =>
    signal._tag === "Tick" ? Effect.map(parse(session), (parsed) => end(session, parsed)) : Effect.fail(broken),
  cancel: (session) => Effect.asVoid(parse(session)),
  // The only document there could be is the client's own file.
  document: () => Effect.fail(broken)
})
