/** Describes login methods in everyday words, and orders them for the device. */
import type { LoginMethod } from "./Models.ts"

/** The last part of a text key: `password` stands for `method.password`. */
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

const named: Readonly<Record<string, MethodTextKey>> = {
  "smart-id": "smartId",
  "mobile-id": "mobileId",
  eparaksts: "eParaksts",
  redirect: "page"
}

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

/** Login methods for tests: `TEST` has realistic delays, `MOCK` has none. */
export type TestVariant = "TEST" | "MOCK"

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

/** Puts the most convenient method for this device first, and test variants last. */
const sortMethods = (methods: ReadonlyArray<LoginMethod>, isPhone: boolean): ReadonlyArray<LoginMethod> =>
  methods.toSorted((one, other) => rankOf(one, isPhone) - rankOf(other, isPhone))

const isReal = (method: LoginMethod): boolean => variantOf(method) === undefined

/**
 * Returns the two methods for an electronic ID: one for this device, one for another device. Returns none if a single
 * method covers both.
 */
export const deviceMethodsOf = (methods: ReadonlyArray<LoginMethod>, isPhone: boolean): ReadonlyArray<LoginMethod> => {
  const keys: ReadonlyArray<MethodTextKey> = ["sameDevice", "otherDevice"]
  const real = methods.filter(isReal)
  const found = real.filter((method) => keys.includes(methodTextKeyOf(method)))
  const isNeeded = found.length === keys.length && !real.some((method) => methodTextKeyOf(method) === "anyDevice")
  return isNeeded ? sortMethods(found, isPhone) : []
}

export const listedMethodsOf = (methods: ReadonlyArray<LoginMethod>, isPhone: boolean): ReadonlyArray<LoginMethod> => {
  const ofDevices = deviceMethodsOf(methods, isPhone)
  const hasAny = methods.some((method) => isReal(method) && methodTextKeyOf(method) === "anyDevice")
  const isCovered = (method: LoginMethod): boolean =>
    hasAny && isReal(method) && ["sameDevice", "otherDevice"].includes(methodTextKeyOf(method))
  return sortMethods(methods, isPhone).filter((method) => !ofDevices.includes(method) && !isCovered(method))
}
