/** Collections as 2025-01-01 has them: under the path of their product, by the operations of every version (decisions 3). */
import { Api, InsuranceCollectionsGroup, WealthCollectionsGroup } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { dialect20250101 } from "../Dialect.ts"
import * as CollectionOperations from "../../handlers/CollectionOperations.ts"
import * as CollectionsOfProduct from "./CollectionsOfProduct.ts"

const insurance = HttpApiBuilder.group(
  Api.of("2025-01-01").add(InsuranceCollectionsGroup),
  "insuranceCollections",
  Effect.fnUntraced(function* (handlers) {
    const operations = yield* CollectionOperations.make(dialect20250101, CollectionsOfProduct.of("INSURANCE"))
    return handlers
      .handle("start", operations.start)
      .handle("status", operations.status)
      .handle("data", operations.insuranceData)
      .handle("document", operations.document("INSURANCE"))
      .handle("supplementInfo", operations.supplementInfo)
      .handle("addContactFormInput", operations.addContactFormInput)
  })
)

const wealth = HttpApiBuilder.group(
  Api.of("2025-01-01").add(WealthCollectionsGroup),
  "wealthCollections",
  Effect.fnUntraced(function* (handlers) {
    const operations = yield* CollectionOperations.make(dialect20250101, CollectionsOfProduct.of("WEALTH"))
    return handlers
      .handle("start", operations.start)
      .handle("status", operations.status)
      .handle("data", operations.wealthData)
      .handle("document", operations.document("WEALTH"))
      .handle("supplementInfo", operations.supplementInfo)
      .handle("addContactFormInput", operations.addContactFormInput)
  })
)

export const layer = Layer.merge(insurance, wealth)
