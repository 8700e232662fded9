/**
 * How an identity scheme is declared: its login methods and their parameter (spec 2.1). No other code depends on a
 * particular scheme; `Schemes` lists them all.
 */
import type { Result } from "effect"
import type { Market } from "../shared/Market.ts"
import type { KnownPersonalNumbers, ComparisonResult } from "../users/AuthenticationMismatch.ts"
import type { Country } from "../users/PersonalCode.ts"
import type { Violation } from "../shared/Violation.ts"

/**
 * Where a login goes: to the company itself (`REAL`), to a test environment that simulates delays and orders (`TEST`),
 * or to one that responds immediately (`MOCK`).
 */
export type LoginEnvironment = "REAL" | "TEST" | "MOCK"

export interface MethodProperties {
  /** True if the person authenticates with an app or a SIM card that proves who they are. */
  readonly electronicId: boolean
  /** True if an animated QR code can open the order on another device. */
  readonly animatedQr: boolean
  /** True if an autostart token can open the order on the same device. */
  readonly autostart: boolean
  /**
   * True if the provider can offer links instead of a number to compare: either a link that changes and is scanned with
   * another device, or a link that opens the app and later brings the person back.
   */
  readonly deviceLink: boolean
  /** True if the person compares a number (REFERENCE_NUMBER) with the number on their own device. */
  readonly controlNumber: boolean
  readonly page: boolean
  readonly nativeOnly: boolean
  /**
   * True if the person can authorize a consent by signing an order at the provider, without the bank's page (spec 4).
   */
  readonly authorizesConsents: boolean
  /**
   * The recommended pause between two status polls while Sheaf waits for the person or the company, in milliseconds
   * (spec 8).
   */
  readonly pollingMillis: number
}

export const plainMethodProperties = {
  electronicId: false,
  animatedQr: false,
  autostart: false,
  deviceLink: false,
  controlNumber: false,
  page: false,
  nativeOnly: false,
  authorizesConsents: false,
  pollingMillis: 2000
} as const satisfies MethodProperties

export interface MethodDeclaration extends MethodProperties {
  readonly meaning: string
  /** True if the method also exists in the test environments, as `…_TEST` and `…_MOCK`. */
  readonly hasVariants: boolean
}

export interface CheckContext {
  /** False to accept published test numbers, whose check digits can be wrong. */
  readonly checkDigit: boolean
  /** The current day (UTC), `YYYY-MM-DD`. */
  readonly today: string
}

export interface ParameterDeclaration<Login> {
  /** The members that a person can enter, in the order in which a page should ask for them. */
  readonly fields: ReadonlyArray<string>
  /**
   * Returns the login in its stored form, or the rules that it breaks. Pointers in violations are relative to the
   * parameter.
   */
  readonly normalize: <L extends Login>(login: L, context: CheckContext) => Result.Result<L, ReadonlyArray<Violation>>
  /** Returns the text that identifies the person at a company, or `undefined` if the login identifies no person. */
  readonly identity: (login: Login) => string | undefined
  /** Returns a normalized login's personal number. Absent if logins of this kind never have one. */
  readonly personalNumber?: (login: Login) => string | undefined
  readonly country?: (login: Login) => Country | undefined
  /** Compares the login's number with the numbers that the electronic ID and the company reported (spec 3.2). */
  readonly compare?: (login: Login, known: Omit<KnownPersonalNumbers, "requested">, today: string) => ComparisonResult
}

/** If a scheme has no parameter, people sign in on a page. */
export interface Scheme {
  /** The markets whose companies can offer the methods. All markets by default. */
  readonly markets?: ReadonlyArray<Market>
  /** Present if the parameter can contain the address of the person's device (`endUserIp`). */
  readonly takesEndUserIp?: true
  readonly methods: Readonly<Record<string, MethodDeclaration>>
}
