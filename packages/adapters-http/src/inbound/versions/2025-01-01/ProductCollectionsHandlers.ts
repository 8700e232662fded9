/**
 * Handles collections in version 2025-01-01. The shared operations are served at a path for each product (spec 2.2).
 */
import type { RecordProduct } from "@sheaf/domain/Product"
import {
  contactFormPointer20250101,
  showInsurance20250101,
  showWealth20250101
} from "@sheaf/domain/versions/2025-01-01/Version"
import type { Violation } from "@sheaf/domain/Violation"
import { Contracts } from "@sheaf/http-contract"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { EndpointDeclaration } from "../../responses/StatusResponse.ts"
import * as CollectionsHandlers from "../../handlers/CollectionsHandlers.ts"
import * as ProductCollections from "./ProductCollections.ts"
import { translation20250101 } from "./VersionTranslation20250101.ts"

const { api } = Contracts.contracts["2025-01-01"]

const inContactForm = (violation: Violation): Violation => ({
  ...violation,
  pointer: contactFormPointer20250101(violation.pointer)
})

const operationsOf = (product: RecordProduct, endpoint: EndpointDeclaration) =>
  Effect.map(
    CollectionsHandlers.make(translation20250101, ProductCollections.of(product)),
    ({ data, document, start, status, supplementInfo, supply }) => ({
      data,
      common: {
        start,
        status: status(endpoint),
        document: document(product),
        supplementInfo,
        addContactFormInput: supply(inContactForm)
      }
    })
  )

const insurance = HttpApiBuilder.group(api, "insuranceCollections", (handlers) =>
  Effect.map(operationsOf("INSURANCE", api.groups.insuranceCollections.endpoints.status), ({ common, data }) =>
    handlers.handleAll({ ...common, data: data("INSURANCE", showInsurance20250101) })
  )
)

const wealth = HttpApiBuilder.group(api, "wealthCollections", (handlers) =>
  Effect.map(operationsOf("WEALTH", api.groups.wealthCollections.endpoints.status), ({ common, data }) =>
    handlers.handleAll({ ...common, data: data("WEALTH", showWealth20250101) })
  )
)

export const layer = Layer.merge(insurance, wealth)
