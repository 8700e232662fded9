/**
 * What an identity scheme declares about its login methods and their parameter, so that no other module needs to know
 * the scheme (spec 2.1). `Schemes` lists the schemes.
 */
import type { Result } from "effect"
import type { Market } from "../shared/Market.ts"
import type { KnownPersonalNumbers, ComparisonResult } from "../users/AuthenticationMismatch.ts"
import type { Country } from "../users/PersonalCode.ts"
import type { Violation } from "../shared/Violation.ts"

/**
 * The system that a method reaches: the company (`REAL`), or a test environment, with delays and orders (`TEST`) or without
 * (`MOCK`).
 */
export type LoginEnvironment = "REAL" | "TEST" | "MOCK"

/** What a method is like for the person who logs in, and for the client. */
export interface MethodProperties {
  /** True if the person authenticates with an app or a SIM card that proves who they are. */
  readonly electronicId: boolean
  /** True if another device can scan the order from an animated QR code. */
  readonly animatedQr: boolean
  /** True if an autostart token can open the order on this device. */
  readonly autostart: boolean
  /**
   * True if the provider can let the person scan a link that changes, or open one that returns the person, instead of a number
   * to compare.
   */
  readonly deviceLink: boolean
  /** True if the person compares a number (REFERENCE_NUMBER) with the number on their own device. */
  readonly controlNumber: boolean
  /** True if the person signs in on a page of the company or the bank. */
  readonly page: boolean
  /** True if only native apps can use the method (spec 2.7). */
  readonly nativeOnly: boolean
  /** True if a provider's order can authorize a consent that the service creates itself (spec 4). */
  readonly authorizesConsents: boolean
  /** The pause between two status polls while the person or the company acts, in milliseconds (spec 8). */
  readonly pollingMillis: number
}

/** The facts of a method that needs no app, page or number. */
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

/** A login method in all its environments. */
export interface MethodDeclaration extends MethodProperties {
  /** The method's description in the API. */
  readonly meaning: string
  /** The environments besides REAL, which have methods with these suffixes. */
  readonly hasVariants: boolean
}

/** The circumstances in which a parameter is checked. */
export interface CheckContext {
  /** False if published test numbers with wrong check digits are accepted. */
  readonly checkDigit: boolean
  /** The current day (UTC), `YYYY-MM-DD`. */
  readonly today: string
}

/** What the service must know about a parameter that carries a login. */
export interface ParameterDeclaration<Login> {
  /** The members that a person can enter, in the order in which a page asks for them. */
  readonly fields: ReadonlyArray<string>
  /** Returns the login in its stored form, or the rules that it breaks. Their pointers start at the parameter. */
  readonly normalize: <L extends Login>(login: L, context: CheckContext) => Result.Result<L, ReadonlyArray<Violation>>
  /** Returns the text that identifies a normalized login at a company, or `undefined` if it identifies no person. */
  readonly identity: (login: Login) => string | undefined
  /** Returns the personal number of a normalized login. Absent if the login never names a person by number. */
  readonly personalNumber?: (login: Login) => string | undefined
  /** Returns the country that issued the number of a normalized login. */
  readonly country?: (login: Login) => Country | undefined
  /** Compares the number of the login with the numbers that became known (spec 3.2). */
  readonly compare?: (login: Login, known: Omit<KnownPersonalNumbers, "requested">, today: string) => ComparisonResult
}

/** A scheme with the methods that take its parameter. A scheme without a parameter lets people sign in on a page. */
export interface Scheme {
  /** The markets whose companies can offer the methods. Absent: every market. */
  readonly markets?: ReadonlyArray<Market>
  /** Present if the parameter may carry the address of the person's device, as `endUserIp`. */
  readonly takesEndUserIp?: true
  readonly methods: Readonly<Record<string, MethodDeclaration>>
}
