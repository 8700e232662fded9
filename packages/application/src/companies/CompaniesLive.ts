/** The use cases for companies, based on the service's connectors (spec 4.1). */
import { AccountHoldingBanks, Companies, Connectors, PublicUrl } from "@sheaf/ports"
import type { CompanyAvailability, SupportedProducts } from "@sheaf/domain/Company"
import type { CompanyFilter, ConnectedCompany } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import { PublishedSuccessRates } from "./SuccessRates.ts"

const admits =
  ({ company, market, product }: CompanyFilter) =>
  ({ availability }: ConnectedCompany): boolean =>
    (company === undefined || availability.company === company) &&
    (market === undefined || availability.market === market) &&
    (product === undefined || availability.products.includes(product))

/** Adds the URL of the logo, which this service serves itself. */
const withLogo = ({ availability, logo }: ConnectedCompany, base: string): CompanyAvailability =>
  logo === undefined
    ? availability
    : { ...availability, directory: { logoUrl: `${base}/logos/${logo.name}`, ...availability.directory } }

export const layer = Layer.effect(
  Companies,
  Effect.gen(function* () {
    const connectors = yield* Connectors
    const banks = yield* AccountHoldingBanks
    const published = yield* PublishedSuccessRates
    const publicUrl = yield* PublicUrl
    const matching = <A>(filter: CompanyFilter, shown: (company: ConnectedCompany) => A) =>
      Effect.map(connectors.all, (companies) => companies.filter(admits(filter)).map(shown))

    const withoutStored = (shown: SupportedProducts): Effect.Effect<SupportedProducts> => {
      const { company, psd2Ais } = shown
      if (psd2Ais === undefined) return Effect.succeed(shown)
      return Effect.map(banks.find(company), (bank) =>
        Option.isSome(bank) ? shown : { ...shown, psd2Ais: { ...psd2Ais, storedConsents: false } }
      )
    }

    return Companies.of({
      availability: Effect.fnUntraced(function* (filter) {
        const rates = yield* published
        const base = yield* publicUrl.base
        return yield* matching(filter, (company) => {
          const availability = withLogo(company, base)
          const successRates = rates.get(availability.company)
          return successRates === undefined ? availability : { ...availability, successRates }
        })
      }),
      logo: (name) =>
        Effect.map(connectors.all, (companies) =>
          Option.fromUndefinedOr(companies.map(({ logo }) => logo).find((logo) => logo?.name === name))
        ),
      supportedProducts: (filter) =>
        Effect.flatMap(
          matching(filter, ({ supported }) => supported),
          Effect.forEach((shown) => withoutStored(shown))
        )
    })
  })
)
