/** Collections as 2025-01-01 has them: under the path of their product, by the operations of every version (decisions 3). */
import type { RecordProduct } from "@sheaf/domain/Product"
import { contactFormPointer20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import type { Violation } from "@sheaf/domain/Violation"
import { Contracts } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { StatusEndpoint } from "../../answers/StatusAnswer.ts"
import * as CollectionOperations from "../../handlers/CollectionOperations.ts"
import * as CollectionsOfProduct from "./CollectionsOfProduct.ts"
import { rendering20250101 } from "./Rendering20250101.ts"

const { api } = Contracts.contracts["2025-01-01"]

const inContactForm = (violation: Violation): Violation => ({
  ...violation,
  pointer: contactFormPointer20250101(violation.pointer)
})

/** The operations that the paths of both products have. */
const operationsOf = (product: RecordProduct, status: StatusEndpoint) =>
  Effect.map(CollectionOperations.make(rendering20250101, CollectionsOfProduct.of(product)), (operations) => ({
    insuranceData: operations.insuranceData,
    wealthData: operations.wealthData,
    common: {
      start: operations.start,
      status: operations.status(status),
      document: operations.document(product),
      supplementInfo: operations.supplementInfo,
      addContactFormInput: operations.supply(inContactForm)
    }
  }))

const insurance = HttpApiBuilder.group(api, "insuranceCollections", (handlers) =>
  Effect.map(operationsOf("INSURANCE", api.groups.insuranceCollections.endpoints.status), ({ common, insuranceData }) =>
    handlers.handleAll({ ...common, data: insuranceData })
  )
)

const wealth = HttpApiBuilder.group(api, "wealthCollections", (handlers) =>
  Effect.map(operationsOf("WEALTH", api.groups.wealthCollections.endpoints.status), ({ common, wealthData }) =>
    handlers.handleAll({ ...common, data: wealthData })
  )
)

export const layer = Layer.merge(insurance, wealth)
