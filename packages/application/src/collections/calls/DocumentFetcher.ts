/**
 * Fetches the records' documents while the session is open (spec 10). Documents stay in memory until they are stored
 * with the records, so their number and size are limited.
 */
import { contentTypeOf } from "@sheaf/domain/Document"
import type { Product } from "@sheaf/domain/Product"
import type { Connector, StoredDocument } from "@sheaf/ports"
import { Cause, Clock, Effect, Option, Schema } from "effect"
import * as ConnectorCall from "./ConnectorCall.ts"
import { withFailureAnnotations } from "../../telemetry/FailureLog.ts"
import { Timeouts } from "../../settings/Timeouts.ts"

const mebibyte = 1024 * 1024

/** The maximum document size, in bytes. Larger documents count as missing. */
const maxDocument = 20 * mebibyte

const maxDocuments = 200
const maxBytes = 100 * mebibyte

const documentsAtOnce = 4

const decodeContent = Schema.decodeUnknownEffect(
  Schema.Struct({
    contentType: Schema.String,
    bytes: Schema.Uint8Array.check(Schema.makeFilter((bytes) => bytes.length <= maxDocument))
  })
)

export interface DocumentRequest extends Pick<StoredDocument, "documentId" | "name"> {
  readonly theirs: string
}

/**
 * Returns a function that fetches a record's documents and counts missing ones. All records in a collection share the
 * limits and the time for retries, which ends at the collection's `deadline` at the latest.
 */
export const make = Effect.fnUntraced(function* (connector: Connector, session: string, deadline: number) {
  const { connectorRetry } = yield* Timeouts
  const againUntil = (yield* Clock.currentTimeMillis) + connectorRetry
  let documentsLeft = maxDocuments
  let bytesLeft = maxBytes
  let isLogged = false

  /** Logs only the first failure, because the others usually have the same cause. */
  const log = (product: Product, cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      if (isLogged) return Effect.void
      isLogged = true
      return Effect.logWarning("could not fetch a document; further failures in this collection are not logged").pipe(
        withFailureAnnotations(cause, { product })
      )
    })

  /** Fetches a document. A failure counts as a missing document, and does not fail the collection. */
  const fetch = Effect.fnUntraced(function* (product: Product, { documentId, name, theirs }: DocumentRequest) {
    const isLate = (yield* Clock.currentTimeMillis) >= deadline
    if (documentsLeft === 0 || bytesLeft === 0 || isLate) return Option.none<StoredDocument>()
    documentsLeft--
    const download = () => connector.document(session, theirs)
    const content = yield* ConnectorCall.callWithRetry(download, deadline, againUntil).pipe(
      Effect.flatMap(decodeContent),
      Effect.tapError((error) => log(product, Cause.fail(error))),
      Effect.option
    )
    if (Option.isNone(content)) return Option.none<StoredDocument>()
    const { bytes, contentType } = content.value
    const fits = bytes.length <= bytesLeft
    bytesLeft = fits ? bytesLeft - bytes.length : 0
    if (!fits) return Option.none<StoredDocument>()
    return Option.some<StoredDocument>({ documentId, product, name, contentType: contentTypeOf(contentType), bytes })
  })

  return Effect.fnUntraced(function* (product: Product, wanted: ReadonlyArray<DocumentRequest>) {
    const found = yield* Effect.forEach(wanted, (document) => fetch(product, document), {
      concurrency: documentsAtOnce
    })
    const documents = found.flatMap((document) => Option.toArray(document))
    return { documents, missing: wanted.length - documents.length }
  })
})

export type FetchDocuments = Effect.Success<ReturnType<typeof make>>
