/** What a collection found: records by product, and their documents (spec 4; decisions 10). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { Product } from "@sheaf/domain/Product"
import { Api, CollectedDataGroup, CurrentCaller } from "@sheaf/http-contract"
import { Collections } from "@sheaf/ports"
import type { StoredDocument } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import * as ContentDisposition from "../ContentDisposition.ts"
import { orRefuse } from "../Refusals.ts"

const notKept = { "cache-control": "no-store" } as const

/** A file to save. It comes from a company: nothing of it may make a browser act. */
const download = ({ bytes, contentType, name }: StoredDocument) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType,
    headers: {
      ...notKept,
      "content-disposition": ContentDisposition.attachment(name),
      "x-content-type-options": "nosniff"
    }
  })

interface DocumentParams {
  readonly collectionId: string
  readonly documentId: string
}

export const layer = <Version extends ApiVersion>(version: Version) =>
  HttpApiBuilder.group(Api.of(version).add(CollectedDataGroup), "collectedData", (handlers) =>
    Effect.map(Collections, (collections) => {
      const document = (product: Product) =>
        Effect.fnUntraced(function* ({ params }: { readonly params: DocumentParams }) {
          const { collectionId, documentId } = params
          const caller = yield* CurrentCaller
          return download(yield* orRefuse(collections.document(caller, collectionId, product, documentId)))
        })

      return handlers
        .handle(
          "insuranceData",
          Effect.fnUntraced(function* ({ params }) {
            const body = yield* orRefuse(collections.insuranceData(yield* CurrentCaller, params.collectionId))
            return HttpApiSchema.withHeaders({ body, headers: notKept })
          })
        )
        .handle(
          "wealthData",
          Effect.fnUntraced(function* ({ params }) {
            const body = yield* orRefuse(collections.wealthData(yield* CurrentCaller, params.collectionId))
            return HttpApiSchema.withHeaders({ body, headers: notKept })
          })
        )
        .handle("insuranceDocument", document("INSURANCE"))
        .handle("wealthDocument", document("WEALTH"))
    })
  )
