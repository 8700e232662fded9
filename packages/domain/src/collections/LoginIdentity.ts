/** The login identity: a person at a company, identified by a login's credentials (spec 10). */
import type { Result } from "effect"
import type { CheckContext, ParameterDeclaration } from "../logins/Scheme.ts"
import { endUserIpParameterTypes, parameterDeclarations } from "../logins/Schemes.ts"
import type { EndUserIpParameterType } from "../logins/Schemes.ts"
import type { KnownPersonalNumbers, ComparisonResult } from "../users/AuthenticationMismatch.ts"
import type { Country } from "../users/PersonalCode.ts"
import type { Violation } from "../shared/Violation.ts"
import * as Parameter from "./Parameter.ts"
import type { DeviceData, LoginParameter } from "./Parameter.ts"

type Type = LoginParameter["type"]
type LoginOf = { readonly [T in Type]: Extract<LoginParameter, { readonly type: T }> }
type Declarations = { readonly [T in Type]: ParameterDeclaration<LoginOf[T]> }

/** This type makes the compiler reject an incomplete declaration. */
const declarations: Declarations = parameterDeclarations

const declared = <T extends Type>(type: T): ParameterDeclaration<LoginOf[T]> => declarations[type]

/**
 * Returns the kind and the value of a login identity, or `undefined` if the login (a file, or a login on a page) does
 * not identify a person. `login` must be in its stored form. Email addresses are compared without case, but usernames
 * are not, because companies may distinguish `Maja` from `maja`.
 *
 * @example
 * identityOf({ type: "EMAIL", email: "Maja@Example.com" }) // ["EMAIL", "maja@example.com"]
 */
export const identityOf = (
  login: LoginParameter
): readonly [kind: LoginParameter["type"], value: string] | undefined => {
  const value = declared(login.type).identity(login)
  return value === undefined ? undefined : [login.type, value]
}

/**
 * Returns the login in its stored form. If the login is invalid, fails with the violations, whose pointers are relative
 * to the parameter.
 */
export const normalize = <L extends LoginParameter>(
  login: L,
  context: CheckContext
): Result.Result<L, ReadonlyArray<Violation>> => declared<Type>(login.type).normalize(login, context)

export const personalNumberOf = (login: LoginParameter): string | undefined =>
  declared(login.type).personalNumber?.(login)

/**
 * Returns the personal number in a login with an electronic ID. A login in its stored form always has a personal
 * number.
 */
export const electronicIdNumberOf = (login: Parameter.ElectronicIdLogin): string => {
  const number = personalNumberOf(login)
  if (number === undefined) throw new Error(`a login with ${login.type} is not in its stored form`)
  return number
}

/**
 * Returns the country that issued the login's personal code, or `undefined` if only one country issues codes of this
 * kind.
 */
export const countryOf = (login: LoginParameter): Country | undefined => declared(login.type).country?.(login)

type AddressedLogin = Extract<LoginParameter, { readonly type: EndUserIpParameterType }>

export const takesEndUserIp = (login: LoginParameter | Parameter.Parameter): login is AddressedLogin =>
  endUserIpParameterTypes.has(login.type)

export const endUserIpOf = (login: LoginParameter): string | undefined =>
  takesEndUserIp(login) ? login.endUserIp : undefined

/** Replaces or removes the address of the person's device. Does not change a login whose kind has no such address. */
export const withEndUserIp = <L extends LoginParameter>(login: L, address: string | undefined): L | AddressedLogin => {
  if (!takesEndUserIp(login)) return login
  const { endUserIp: _, ...withoutAddress }: AddressedLogin = login
  return address === undefined ? withoutAddress : { ...withoutAddress, endUserIp: address }
}

export const deviceDataOf = (login: LoginParameter): DeviceData | undefined =>
  takesEndUserIp(login) ? Parameter.deviceDataOf(login) : undefined

export const withoutDevice = <L extends LoginParameter>(login: L): L | AddressedLogin => {
  if (!takesEndUserIp(login)) return login
  const { app: _, endUserIp: __, web: ___, ...withoutDevice }: AddressedLogin = login
  return withoutDevice
}

/** Compares the person in the login with the numbers that the electronic ID and the company reported (spec 3.2). */
export const compare = (
  login: LoginParameter,
  known: Omit<KnownPersonalNumbers, "requested">,
  today: string
): ComparisonResult => declared(login.type).compare?.(login, known, today) ?? "UNVERIFIABLE"

/**
 * Returns the fields of a login parameter that a person can fill in, in the order in which a page should ask for them.
 */
export const fieldsOf = (type: Type): ReadonlyArray<string> => declarations[type].fields
