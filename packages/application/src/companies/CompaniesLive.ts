/** The use cases for companies, which read the service's connectors (spec 4; decisions 1). */
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
  Effect.map(Connectors, (connectors) => {
    const matching = <A>(filter: CompanyFilter, shown: (company: ConnectedCompany) => A) =>
      Effect.map(connectors.all, (companies) => companies.filter(admits(filter)).map(shown))
    return Companies.of({
      availability: (filter) => matching(filter, ({ availability }) => availability),
      supportedProducts: (filter) => matching(filter, ({ supported }) => supported)
    })
  })
)
