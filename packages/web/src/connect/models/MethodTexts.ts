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
export const sortMethods = (methods: ReadonlyArray<LoginMethod>, isPhone: boolean): ReadonlyArray<LoginMethod> =>
  methods.toSorted((one, other) => rankOf(one, isPhone) - rankOf(other, isPhone))
