/** What a collection found: records by product, and their documents (spec 4; decisions 10). */
import { head } from "@sheaf/domain/ApiVersion"
import { Api, CollectedDataGroup } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Rendering from "../versions/Rendering.ts"
import * as CollectionOperations from "./CollectionOperations.ts"

export const layer = HttpApiBuilder.group(
  Api.of(head).add(CollectedDataGroup),
  "collectedData",
  Effect.fnUntraced(function* (handlers) {
    const { document, insuranceData, wealthData } = yield* CollectionOperations.make(Rendering.head)
    return handlers
      .handle("insuranceData", insuranceData)
      .handle("wealthData", wealthData)
      .handle("insuranceDocument", document("INSURANCE"))
      .handle("wealthDocument", document("WEALTH"))
  })
)
