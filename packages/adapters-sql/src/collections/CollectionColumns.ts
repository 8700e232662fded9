/**
 * The sealed columns of collections (except the order) and the shapes of their values. A changed shape needs a new
 * number (`nextShape`); otherwise, older rows would become unreadable.
 */
import { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { DocumentContentType } from "@sheaf/domain/Document"
import { Question } from "@sheaf/domain/SupplementInfo"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import type {
  AnsweredQuestion,
  CollectionIdentity,
  LoginProof,
  PageVisit,
  StatusInformation,
  StoredDocument
} from "@sheaf/ports"
import { Predicate, Schema } from "effect"
import { displayEntries, StoredReturnTarget } from "../consents/ConsentColumns.ts"
import { StoredLoginProof } from "../users/StoredLoginProof.ts"
import { column, firstShape, nextShape } from "../sealing/ColumnSealer.ts"
import type { SealedColumn } from "../sealing/ColumnSealer.ts"

export const reference: SealedColumn<Pick<CollectionIdentity, "attributes" | "clientReference">> = column(
  "reference",
  Schema.Struct({
    attributes: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    clientReference: Schema.optionalKey(Schema.String)
  })
)
/** A connector's session. `once` means that the next call uses up a single-use code or token. */
export interface StoredConnectorSession {
  readonly text: string
  readonly once?: true
}

export const session: SealedColumn<StoredConnectorSession> = {
  name: "session",
  schema: nextShape(
    firstShape(Schema.String),
    Schema.Struct({ text: Schema.String, once: Schema.optionalKey(Schema.Literal(true)) }),
    (text): StoredConnectorSession => ({ text })
  )
}
export const openQuestion: SealedColumn<Question> = column("pending", Question)
export const answeredEtags: SealedColumn<ReadonlyArray<string>> = column("answered_etags", Schema.Array(Schema.String))

export const answeredQuestions: SealedColumn<ReadonlyArray<AnsweredQuestion>> = column(
  "answered_questions",
  Schema.Array(
    Schema.Struct({
      inputId: Schema.String,
      question: Question,
      answerHash: Schema.optionalKey(Schema.String)
    })
  )
)

export const shownInformation: SealedColumn<StatusInformation> = column(
  "shown",
  Schema.Struct({ information: Schema.optionalKey(Schema.toType(ExtraInformation)), display: displayEntries })
)

const isTrue = Schema.Literal(true)
const visitFacts = { returnTo: Schema.optionalKey(StoredReturnTarget), usedUntil: Schema.Finite }
const ofBank = { ...visitFacts, isRequired: isTrue }
const ofCompany = { ...visitFacts, isRequired: Schema.optionalKey(Schema.Never) }
const codeHash = Schema.optionalKey(Schema.String)
const bankReturn = {
  unreported: Schema.optionalKey(
    Schema.Struct({ code: Schema.optionalKey(Schema.String), iss: Schema.optionalKey(Schema.String) })
  ),
  codeHash
}
const companyReport = Schema.Struct({ query: Schema.Record(Schema.String, Schema.String) })
const returned = { state: Schema.Literal("RETURNED"), returnTo: StoredReturnTarget }
const byClient = {
  state: Schema.Literals(["GRANTED", "CONFIRMED"]),
  returnTo: StoredReturnTarget,
  until: Schema.Finite,
  isCollecting: Schema.optionalKey(isTrue)
}
const byBrowser = { state: Schema.Literal("CONFIRMED"), returnTo: Schema.optionalKey(Schema.Never) }

export const pageVisit: SealedColumn<PageVisit> = column(
  "visit",
  Schema.Union([
    Schema.Struct({ ...ofBank, state: Schema.Literal("EXPECTED"), expectsCode: Schema.optionalKey(isTrue) }),
    Schema.Struct({ ...ofBank, ...bankReturn, ...returned }),
    Schema.Struct({ ...ofBank, ...byClient, codeHash }),
    Schema.Struct({ ...ofBank, ...bankReturn, ...byBrowser }),
    Schema.Struct({ ...ofCompany, state: Schema.Literals(["UNUSED", "EXPECTED"]) }),
    Schema.Struct({ ...ofCompany, ...returned, unreported: companyReport }),
    Schema.Struct({ ...ofCompany, ...returned, undecided: isTrue }),
    Schema.Struct({ ...ofCompany, ...returned }),
    Schema.Struct({ ...ofCompany, ...byClient }),
    Schema.Struct({ ...ofCompany, ...byBrowser, unreported: companyReport }),
    Schema.Struct({ ...ofCompany, ...byBrowser, undecided: isTrue }),
    Schema.Struct({ ...ofCompany, ...byBrowser }),
    Schema.Struct({ ...visitFacts, isRequired: Schema.optionalKey(isTrue), state: Schema.Literal("REFUSED") })
  ])
)

export const proof: SealedColumn<LoginProof> = column("proof", StoredLoginProof)

const text = Schema.String
const optionalText = Schema.optionalKey(text)

/**
 * A client's answer, as sent. Stored answers are not validated like requests, because newer rules could reject older
 * rows.
 */
export const StoredAnswer = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("COLLECTION_INPUT"),
    inputs: Schema.Struct({
      EMAIL: optionalText,
      MOBILE_PHONE_NUMBER: optionalText,
      SWEDISH_PERSONAL_NUMBER: optionalText,
      ACCOUNT_OWNER_NAME: optionalText
    })
  }),
  Schema.Struct({ type: Schema.Literal("TWO_FACTOR_CODE"), value: text }),
  Schema.Struct({ type: Schema.Literal("TWO_FACTOR_CHOICE"), methodId: text }),
  Schema.Struct({
    type: Schema.Literal("RESPONSE_OBJECT"),
    etag: text,
    statusCode: Schema.optionalKey(Schema.Finite),
    headers: Schema.Record(text, Schema.Array(text)),
    response: Schema.Json
  })
])

export const input: SealedColumn<ReadonlyArray<SupplementInfo>> = column("input", Schema.Array(StoredAnswer))

export const documentDescription: SealedColumn<Pick<StoredDocument, "name" | "contentType">> = column(
  "description",
  Schema.Struct({ name: Schema.String, contentType: DocumentContentType })
)

/**
 * Returns a column that validates only each record's id and discriminator. Records are fully validated before they are
 * stored, and again when they are encoded for older API versions.
 */
const recordsBy = <A>(name: "INSURANCE" | "WEALTH", discriminator: string): SealedColumn<ReadonlyArray<A>> => {
  const isRecord = (value: unknown): value is A =>
    Predicate.hasProperty(value, "id") && typeof value.id === "string" && Predicate.hasProperty(value, discriminator)
  return column(name, Schema.Array(Schema.declare(isRecord)))
}

export const records = {
  INSURANCE: recordsBy<InsuranceRecord>("INSURANCE", "insurance"),
  WEALTH: recordsBy<WealthRecord>("WEALTH", "type")
}
