/** Checks and formats a person's inputs. The service checks every value again. */
import { t } from "../../texts/Texts.ts"
import type { TextKey } from "../../texts/Texts.ts"

const maxFileBytes = 10 * 1024 * 1024

export type InputName =
  | "personalNumber"
  | "personalCode"
  | "country"
  | "phoneNumber"
  | "username"
  | "password"
  | "email"
  | "phone"
  | "ownerName"
  | "birthDate"
  | "postalCode"
  | "region"
  | "policyNumber"
  | "customerNumber"
  | "text"
  | "choice"
  | "code"
  | "digits"

export const countries = ["EE", "LV", "LT"] as const

export const isCountry = (text: string | undefined): text is (typeof countries)[number] =>
  countries.some((country) => country === text)

export const countryOf = (market: string): string =>
  countries.find((country) => country.toLowerCase() === market) ?? countries[0]

const digitsIn = (text: string): string => text.replaceAll(/\D/g, "")

/** Formats a personal number while the person types: `19811218-9876`. */
export const formatPersonalNumber = (text: string): string => {
  const digits = digitsIn(text).slice(0, 12)
  // The birth date has eight digits with the century, and six without.
  const birth = /^(?:19|20)/.test(digits) ? 8 : 6
  const isComplete = digits.length > birth && !text.endsWith("-")
  return isComplete ? `${digits.slice(0, birth)}-${digits.slice(birth, birth + 4)}` : digits
}

const rules: Readonly<Record<InputName, { readonly accepts: (text: string) => boolean; readonly error: TextKey }>> = {
  personalNumber: { accepts: (text) => /^(?:\d{6}|\d{8})-?\d{4}$/.test(text), error: "error.personalNumber" },
  personalCode: { accepts: (text) => /^\d{6}-?\d{5}$/.test(text), error: "error.personalCode" },
  birthDate: { accepts: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text), error: "error.birthDate" },
  postalCode: { accepts: (text) => /^[\p{L}\d][\p{L}\d -]{1,10}[\p{L}\d]$/u.test(text), error: "error.postalCode" },
  region: { accepts: (text) => text !== "" && text.length <= 100, error: "error.input" },
  policyNumber: { accepts: (text) => text !== "" && text.length <= 64, error: "error.input" },
  customerNumber: { accepts: (text) => text !== "" && text.length <= 64, error: "error.input" },
  text: { accepts: (text) => text !== "" && text.length <= 255, error: "error.input" },
  choice: { accepts: (text) => text !== "", error: "error.choice" },
  country: { accepts: isCountry, error: "error.country" },
  phoneNumber: { accepts: (text) => /^37[012]\d{5,12}$/.test(text), error: "error.phoneNumber" },
  username: { accepts: (text) => text !== "" && text.length <= 255, error: "error.username" },
  password: { accepts: (text) => text !== "" && text.length <= 1024, error: "error.password" },
  email: { accepts: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text), error: "error.email" },
  phone: { accepts: (text) => /^[1-9]\d{7,14}$/.test(text), error: "error.phone" },
  ownerName: { accepts: (text) => /\p{L}/u.test(text) && text.length <= 255, error: "error.ownerName" },
  code: { accepts: (text) => text !== "" && text.length <= 64, error: "error.code" },
  digits: { accepts: (text) => /^\d[\d\s-]{0,63}$/.test(text), error: "error.codeDigits" }
}

/** Returns a value as the service expects it. Passwords stay as typed. */
export const normalize = (name: InputName, text: string): string => {
  if (name === "password") return text
  if (name === "phone" || name === "phoneNumber") return digitsIn(text).replace(/^00/, "")
  return text.trim()
}

export const errorKeyOf = (name: InputName, text: string): TextKey | undefined => {
  const value = normalize(name, text)
  if (name === "digits" && value === "") return "error.code"
  return rules[name].accepts(value) ? undefined : rules[name].error
}

export const fileErrorKeyOf = (file: Pick<File, "size" | "name"> | undefined): TextKey | undefined => {
  if (file === undefined || !file.name.toLowerCase().endsWith(".pdf")) return "error.file"
  return file.size > maxFileBytes ? "error.fileSize" : undefined
}

const isInput = (name: string): name is InputName => Object.hasOwn(rules, name)

export const errorTextOf = (name: string): string | undefined => (isInput(name) ? t(rules[name].error) : undefined)
