/** Driving port: the companies, their availability and their products (spec 4.1). */
import type { CompanyAvailability, CompanyId, SupportedProducts } from "@sheaf/domain/Company"
import type { Market } from "@sheaf/domain/Market"
import type { Product } from "@sheaf/domain/Product"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { CompanyLogo } from "./Connector.ts"

export interface CompanyFilter {
  readonly market?: Market
  readonly product?: Product
  readonly company?: CompanyId
}

export class Companies extends Context.Service<
  Companies,
  {
    readonly availability: (filter: CompanyFilter) => Effect.Effect<ReadonlyArray<CompanyAvailability>>
    readonly logo: (name: string) => Effect.Effect<Option.Option<CompanyLogo>>
    readonly supportedProducts: (filter: CompanyFilter) => Effect.Effect<ReadonlyArray<SupportedProducts>>
  }
>()("@sheaf/ports/Companies") {}
