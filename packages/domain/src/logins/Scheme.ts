/**
 * The declaration of an identity scheme: its login methods and their parameter (spec 2.1). All other code is
 * independent of the schemes, which `Schemes` lists.
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

/** How a method works, for the person who logs in and for the client. */
export interface MethodProperties {
  /** True if the person authenticates with an app or a SIM card that proves who they are. */
  readonly electronicId: boolean
  /** True if an animated QR code can open the order on another device. */
  readonly animatedQr: boolean
  /** True if an autostart token can open the order on the same device. */
  readonly autostart: boolean
  /**
   * True if the provider can offer links instead of a number to compare: one that changes and is scanned with another
   * device, or one that opens the app and later brings the person back.
   */
  readonly deviceLink: boolean
  /** True if the person compares a number (REFERENCE_NUMBER) with the number on their own device. */
  readonly controlNumber: boolean
  /** True if the person signs in on the company's or bank's page. */
  readonly page: boolean
  /** True if the method only works in native apps (spec 2.7). */
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

/** The properties of a method that needs no app, page or number. */
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

/** A login method, in all its environments. */
export interface MethodDeclaration extends MethodProperties {
  /** The method's description in the API. */
  readonly meaning: string
  /** True if the method also exists in the test environments, as `…_TEST` and `…_MOCK`. */
  readonly hasVariants: boolean
}

/** What a parameter's check depends on. */
export interface CheckContext {
  /** False if wrong check digits are accepted, as in published test numbers. */
  readonly checkDigit: boolean
  /** The current day (UTC), `YYYY-MM-DD`. */
  readonly today: string
}

/** What Sheaf needs to know about a parameter that contains a login. */
export interface ParameterDeclaration<Login> {
  /** The members that a person can enter, in the order in which a page should ask for them. */
  readonly fields: ReadonlyArray<string>
  /**
   * Returns the login in its stored form, or the rules that it breaks. Pointers in violations are relative to the
   * parameter.
   */
  readonly normalize: <L extends Login>(login: L, context: CheckContext) => Result.Result<L, ReadonlyArray<Violation>>
  /** Returns what identifies a normalized login at a company, or `undefined` if it identifies no person. */
  readonly identity: (login: Login) => string | undefined
  /** Returns a normalized login's personal number. Absent if logins of this kind never have one. */
  readonly personalNumber?: (login: Login) => string | undefined
  /** Returns the country that issued a normalized login's number. */
  readonly country?: (login: Login) => Country | undefined
  /** Compares the login's number with the numbers that the electronic ID and the company reported (spec 3.2). */
  readonly compare?: (login: Login, known: Omit<KnownPersonalNumbers, "requested">, today: string) => ComparisonResult
}

/** A scheme with the methods that take its parameter. In a scheme without a parameter, people sign in on a page. */
export interface Scheme {
  /** The markets whose companies can offer the methods. If absent, all markets. */
  readonly markets?: ReadonlyArray<Market>
  /** Present if the parameter can contain the address of the person's device (`endUserIp`). */
  readonly takesEndUserIp?: true
  readonly methods: Readonly<Record<string, MethodDeclaration>>
}
