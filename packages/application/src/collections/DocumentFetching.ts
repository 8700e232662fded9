/**
 * The documents that collected records refer to, fetched while there is still a session (decisions 10). They are recorded
 * together with the records, and are in memory until then: a collection has so many of them, and no more.
 */
import { contentTypeOf } from "@sheaf/domain/Document"
import type { DocumentReference } from "@sheaf/domain/Document"
import type { Product } from "@sheaf/domain/Product"
import { failuresOf } from "@sheaf/ports"
import type { Connector, StoredDocument } from "@sheaf/ports"
import { Cause, Clock, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import * as ConnectorCall from "./ConnectorCall.ts"
import { Timeouts } from "../Timeouts.ts"

const mebibyte = 1024 * 1024

/** What is larger is left out, and reported as missing. */
const largestDocument = 20 * mebibyte

/** What one collection has of documents: as many as nobody was seen to have, of a size that a process can bear. */
const mostDocuments = 200
const mostBytes = 100 * mebibyte

const documentsAtOnce = 4

/** The connector and session that documents come from. */
export interface DocumentSource {
  readonly connector: Connector
  readonly session: string
  /** The deadline of the collection as a whole, which ends every download. */
  readonly deadline: number
}

/** The documents of one record. */
export interface Fetched {
  readonly documents: ReadonlyArray<StoredDocument>
  /** How many of those that the record refers to could not be had. */
  readonly missing: number
}

const decodeContent = Schema.decodeUnknownEffect(
  Schema.Struct({
    contentType: Schema.String,
    bytes: Schema.Uint8Array.check(Schema.makeFilter((bytes) => bytes.length <= largestDocument))
  })
)

/**
 * Fetches documents for one collection, of which all records together have so much room. A company that does not answer is
 * asked again for as long as for a step, for all of them together; one that is slow has the time of the collection.
 */
export const make = Effect.fnUntraced(function* ({ connector, deadline, session }: DocumentSource) {
  const random = yield* SecureRandom.SecureRandom
  const { connectorRetry } = yield* Timeouts
  const patience: ConnectorCall.Patience = {
    until: deadline,
    againUntil: (yield* Clock.currentTimeMillis) + connectorRetry
  }
  let documentsLeft = mostDocuments
  let bytesLeft = mostBytes
  let isTold = false

  /** One line tells of all: what is the matter with one document is mostly the matter with the others. */
  const tell = (product: Product, cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      if (isTold) return Effect.void
      isTold = true
      return Effect.logWarning("documents could not be had, this one at first").pipe(
        Effect.annotateLogs({ product, failures: failuresOf(cause) })
      )
    })

  /** A document, or nothing: whatever the connector does, one document more or less is not worth a collection. */
  const fetch = Effect.fnUntraced(function* (product: Product, { documentId: theirs, name }: DocumentReference) {
    const isLate = (yield* Clock.currentTimeMillis) >= deadline
    if (documentsLeft === 0 || bytesLeft === 0 || isLate) return Option.none<StoredDocument>()
    documentsLeft--
    const content = yield* ConnectorCall.patiently(() => connector.document(session, theirs), patience).pipe(
      Effect.flatMap(decodeContent),
      Effect.tapError((error) => tell(product, Cause.fail(error))),
      Effect.option
    )
    if (Option.isNone(content)) return Option.none<StoredDocument>()
    const { bytes, contentType } = content.value
    if (bytes.length > bytesLeft) {
      bytesLeft = 0
      return Option.none<StoredDocument>()
    }
    bytesLeft -= bytes.length
    return Option.some<StoredDocument>({
      documentId: yield* random.uuidV7(),
      product,
      name,
      contentType: contentTypeOf(contentType),
      bytes
    })
  })

  /** Fetches the documents of one record under ids of our own; those that cannot be had are left out. */
  return Effect.fnUntraced(function* (product: Product, references: ReadonlyArray<DocumentReference> = []) {
    const found = yield* Effect.forEach(references, (reference) => fetch(product, reference), {
      concurrency: documentsAtOnce
    })
    const documents = found.flatMap((document) => Option.toArray(document))
    const fetched: Fetched = { documents, missing: references.length - documents.length }
    return fetched
  })
})

export type FetchDocuments = Effect.Success<ReturnType<typeof make>>
