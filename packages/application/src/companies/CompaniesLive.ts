/** The companies that the service's connectors reach (spec 4; decisions 1). */
import { Companies, Connectors } from "@sheaf/ports"
import type { CompanyFilter, ConnectedCompany } from "@sheaf/ports"
import { Effect, Layer } from "effect"

const admits =
  ({ company, market, product }: CompanyFilter) =>
  ({ availability }: ConnectedCompany): boolean =>
    (company === undefined || availability.company === company) &&
    (market === undefined || availability.market === market) &&
    (product === undefined || availability.products.includes(product))

export const layer = Layer.effect(
  Companies,
  Effect.gen(function* () {
    const connectors = yield* Connectors
    const matching = (filter: CompanyFilter) =>
      Effect.map(connectors.all, (companies) => companies.filter(admits(filter)))
    return Companies.of({
      availability: (filter) =>
        Effect.map(matching(filter), (companies) => companies.map(({ availability }) => availability)),
      supportedProducts: (filter) =>
        Effect.map(matching(filter), (companies) => companies.map(({ supported }) => supported))
    })
  })
)
