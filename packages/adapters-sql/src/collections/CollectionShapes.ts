/**
 * The sealed columns of collections and the shapes of their values; the order has its own module. A change here is a new number ({@link StoredShape.next}):
 * the folders under `fixtures/data` fail to open otherwise.
 */
import { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { DocumentContentType } from "@sheaf/domain/Document"
import { Question } from "@sheaf/domain/SupplementInfo"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import { AnimatedQrSource } from "@sheaf/ports"
import type { Shown, StoredDocument } from "@sheaf/ports"
import { Predicate, Schema } from "effect"
import type { SealedColumn } from "../sealed/SealedColumns.ts"
import * as StoredShape from "../sealed/StoredShape.ts"

/** The client's own reference. */
export const reference: SealedColumn<string> = { name: "reference", shape: StoredShape.first(Schema.String) }

/** The connector's session. */
export const session: SealedColumn<string> = { name: "session", shape: StoredShape.first(Schema.String) }

/** What the client sees beside the status. */
export const shown: SealedColumn<Shown> = {
  name: "shown",
  shape: StoredShape.first(
    Schema.Struct({
      information: Schema.optionalKey(Schema.toType(ExtraInformation)),
      animatedQr: Schema.optionalKey(AnimatedQrSource)
    })
  )
}

const text = Schema.String
const optionalText = Schema.optionalKey(text)

/** The question that waits for an answer. */
export const pending: SealedColumn<Question> = { name: "pending", shape: StoredShape.first(Question) }

/** An answer as it was sent, without the rules of requests, which can get stricter than older rows. */
const Answer = Schema.Union([
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

/** The answers of the client that the next step takes. The first form held one answer alone, or a list. */
export const input: SealedColumn<ReadonlyArray<SupplementInfo>> = {
  name: "input",
  shape: StoredShape.next(
    StoredShape.first(Schema.Union([Answer, Schema.Array(Answer)])),
    Schema.Array(Answer),
    (answers) => [answers].flat()
  )
}

/** The requests that the client's device has answered. */
export const answeredEtags: SealedColumn<ReadonlyArray<string>> = {
  name: "answered_etags",
  shape: StoredShape.first(Schema.Array(Schema.String))
}

/** The description of a document, beside its bytes. */
export type DocumentDescription = Omit<StoredDocument, "bytes" | "documentId" | "product">

export const description: SealedColumn<DocumentDescription> = {
  name: "description",
  shape: StoredShape.first(Schema.Struct({ name: Schema.String, contentType: DocumentContentType }))
}

/**
 * Collected records, told apart by their discriminator alone. A connector's records pass the whole schema before they are
 * stored and again when they are sent; a third pass in between would take a tenth of the time of a read.
 */
const recordsBy = <A>(discriminator: string) =>
  StoredShape.first(
    Schema.Array(
      Schema.declare(
        (value: unknown): value is A =>
          Predicate.hasProperty(value, "id") &&
          typeof value.id === "string" &&
          Predicate.hasProperty(value, discriminator)
      )
    )
  )

export const records: {
  readonly INSURANCE: SealedColumn<ReadonlyArray<InsuranceRecord>>
  readonly WEALTH: SealedColumn<ReadonlyArray<WealthRecord>>
} = {
  INSURANCE: { name: "INSURANCE", shape: recordsBy<InsuranceRecord>("insurance") },
  WEALTH: { name: "WEALTH", shape: recordsBy<WealthRecord>("type") }
}
