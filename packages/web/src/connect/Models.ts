/** The shapes in which the service describes a session, its companies and its permissions to the page. */

export type Product = "INSURANCE" | "WEALTH" | "PSD2_AIS"

/** An input that a person enters for a login method. */
export type LoginField = "personalNumber" | "username" | "password" | "email" | "file"

export interface Method {
  readonly loginMethod: string
  readonly fields: ReadonlyArray<LoginField>
  readonly electronicId: boolean
  readonly sameDevice: boolean
  readonly otherDevice: boolean
}

/** The account data that a bank offers. */
export interface AccountOffer {
  readonly balances: boolean
  readonly transactions: boolean
  readonly storedConsents: boolean
  readonly maximumConsentValidityDays: number
}

export interface Company {
  readonly company: string
  readonly companyDisplayName: string
  readonly market: string
  readonly functional: boolean
  readonly status: string
  readonly products: ReadonlyArray<Product>
  readonly loginMethods: ReadonlyArray<Method>
  readonly accounts?: AccountOffer
}

/** The number of records by kind. Kinds without records are absent. */
export interface Counts {
  readonly insurances?: number
  readonly pensions?: number
  readonly savings?: number
  readonly investments?: number
  readonly accounts?: number
}
