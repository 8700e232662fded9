/** The companies, and what can be collected from them. */
import type { CallOptions } from "./transport/ClientOptions.ts"
import type { Transport } from "./transport/Transport.ts"

export interface CompanyFilter<Market extends string, Product extends string> extends CallOptions {
  readonly market?: Market | undefined
  readonly product?: Product | undefined
  readonly company?: string | undefined
}

export class Companies<Availability, Supported, Market extends string, Product extends string> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  availability({ signal, ...query }: CompanyFilter<Market, Product> = {}): Promise<ReadonlyArray<Availability>> {
    return this.#transport.body({ path: "/companies/availability", query: { ...query }, signal })
  }

  supportedProducts({ signal, ...query }: CompanyFilter<Market, Product> = {}): Promise<ReadonlyArray<Supported>> {
    return this.#transport.body({ path: "/companies/supported-products", query: { ...query }, signal })
  }
}
