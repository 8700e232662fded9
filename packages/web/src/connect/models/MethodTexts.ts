/** Login methods in everyday words, and the order in which a device lists them. */
import type { LoginMethod } from "./Models.ts"

/** The part of a text key that describes a method, for example `method.password`. */
export type MethodTextKey =
  | "sameDevice"
  | "otherDevice"
  | "anyDevice"
  | "smartId"
  | "mobileId"
  | "eParaksts"
  | "password"
  | "email"
  | "token"
  | "file"
  | "page"
  | "bank"

/** The schemes that people know by name. */
const named: Readonly<Record<string, MethodTextKey>> = {
  "smart-id": "smartId",
  "mobile-id": "mobileId",
  eparaksts: "eParaksts",
  redirect: "page"
}

/** Returns the words for a method, derived from the properties that the service lists. */
export const methodTextKeyOf = ({
  electronicId,
  fields,
  otherDevice,
  sameDevice,
  scheme
}: LoginMethod): MethodTextKey => {
  const words = named[scheme]
  if (words !== undefined) return words
  if (electronicId && sameDevice && otherDevice) return "anyDevice"
  if (electronicId) return sameDevice ? "sameDevice" : "otherDevice"
  if (fields.includes("password")) return "password"
  if (fields.includes("email")) return "email"
  if (fields.includes("file")) return "file"
  return fields.includes("personalNumber") ? "token" : "bank"
}

/** The variants of a method, which are for tests: `TEST` with realistic delays, and `MOCK` without delays. */
export type TestVariant = "TEST" | "MOCK"

/** Returns the variant of a method, or `undefined` for a method without a suffix. */
export const variantOf = ({ loginMethod }: Pick<LoginMethod, "loginMethod">): TestVariant | undefined => {
  if (loginMethod.endsWith("_TEST")) return "TEST"
  return loginMethod.endsWith("_MOCK") ? "MOCK" : undefined
}

const rankOf = (method: LoginMethod, isPhone: boolean): number => {
  const order: ReadonlyArray<MethodTextKey> = isPhone
    ? ["sameDevice", "anyDevice", "otherDevice"]
    : ["otherDevice", "anyDevice", "sameDevice"]
  const index = order.indexOf(methodTextKeyOf(method))
  return (variantOf(method) === undefined ? 0 : 10) + (index === -1 ? order.length : index)
}

/** Sorts the methods: the most convenient one for this device first, and variants for tests last. */
const sortMethods = (methods: ReadonlyArray<LoginMethod>, isPhone: boolean): ReadonlyArray<LoginMethod> =>
  methods.toSorted((one, other) => rankOf(one, isPhone) - rankOf(other, isPhone))

const isReal = (method: LoginMethod): boolean => variantOf(method) === undefined

/** Returns the two methods that differ only in the device with the electronic ID, or none if one method serves both. */
export const deviceMethodsOf = (methods: ReadonlyArray<LoginMethod>, isPhone: boolean): ReadonlyArray<LoginMethod> => {
  const keys: ReadonlyArray<MethodTextKey> = ["sameDevice", "otherDevice"]
  const real = methods.filter(isReal)
  const found = real.filter((method) => keys.includes(methodTextKeyOf(method)))
  const isNeeded = found.length === keys.length && !real.some((method) => methodTextKeyOf(method) === "anyDevice")
  return isNeeded ? sortMethods(found, isPhone) : []
}

/**
 * Returns the methods of which each has a row. Methods for a single device have none if one method serves every device.
 */
export const listedMethodsOf = (methods: ReadonlyArray<LoginMethod>, isPhone: boolean): ReadonlyArray<LoginMethod> => {
  const ofDevices = deviceMethodsOf(methods, isPhone)
  const hasAny = methods.some((method) => isReal(method) && methodTextKeyOf(method) === "anyDevice")
  const isCovered = (method: LoginMethod): boolean =>
    hasAny && isReal(method) && ["sameDevice", "otherDevice"].includes(methodTextKeyOf(method))
  return sortMethods(methods, isPhone).filter((method) => !ofDevices.includes(method) && !isCovered(method))
}
