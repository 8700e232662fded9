/** Login methods in everyday words, and the order in which a device lists them. */
import type { Method } from "./Models.ts"

/** The part of a text key that describes a method, for example `method.password`. */
export type LoginWords = "sameDevice" | "otherDevice" | "anyDevice" | "password" | "email" | "token" | "file" | "bank"

/** Returns the words for a method, derived from the properties that the service lists. */
export const wordsOf = ({ electronicId, fields, otherDevice, sameDevice }: Method): LoginWords => {
  if (electronicId && sameDevice && otherDevice) return "anyDevice"
  if (electronicId) return sameDevice ? "sameDevice" : "otherDevice"
  if (fields.includes("password")) return "password"
  if (fields.includes("email")) return "email"
  if (fields.includes("file")) return "file"
  return fields.includes("personalNumber") ? "token" : "bank"
}

/** Returns true for the methods that only a sandbox has. */
export const isForTests = ({ loginMethod }: Method): boolean => /_(?:TEST|MOCK)$/.test(loginMethod)

const rankOf = (method: Method, isPhone: boolean): number => {
  const order: ReadonlyArray<LoginWords> = isPhone
    ? ["sameDevice", "anyDevice", "otherDevice"]
    : ["otherDevice", "anyDevice", "sameDevice"]
  const index = order.indexOf(wordsOf(method))
  return (isForTests(method) ? 10 : 0) + (index === -1 ? order.length : index)
}

/** Returns the methods with the most convenient one for this device first. Methods for tests come last. */
export const orderedFor = (methods: ReadonlyArray<Method>, isPhone: boolean): ReadonlyArray<Method> =>
  methods.toSorted((one, other) => rankOf(one, isPhone) - rankOf(other, isPhone))
