/** Generates IBANs with valid check digits for banks that do not exist (ISO 13616). */
import type { Market } from "@sheaf/domain/Market"
import { marketProfiles } from "../data/Markets.ts"
import type { Random } from "../data/Random.ts"

/** Replaces each letter with a number, starting with 10 for A (ISO 7064). */
const numeric = (text: string): bigint =>
  BigInt(Array.from(text, (character) => String(Number.parseInt(character, 36))).join(""))

const weights = [7, 3, 1]

/** Returns the check digit of an Estonian account number. The weights are 7, 3 and 1, starting from the right. */
const estonianCheck = (_: string, number: string): string => {
  const sum = Array.from(number)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (weights[index % weights.length] ?? 0), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Returns the RIB key of a French account. The account number starts with the five-digit branch code. */
const frenchKey = (bankCode: string, number: string): string => {
  const sum = 89n * BigInt(bankCode) + 15n * BigInt(number.slice(0, 5)) + 3n * BigInt(number.slice(5))
  return String(97n - (sum % 97n)).padStart(2, "0")
}

const innerChecks: Partial<Record<Market, (bankCode: string, number: string) => string>> = {
  ee: estonianCheck,
  fr: frenchKey
}

export const drawIban = (market: Market, bankCode: string, random: Random): string => {
  const number = random.text(marketProfiles[market].accountNumber)
  const account = `${bankCode}${number}${innerChecks[market]?.(bankCode, number) ?? ""}`
  const country = market.toUpperCase()
  const check = 98n - (numeric(`${account}${country}00`) % 97n)
  return `${country}${String(check).padStart(2, "0")}${account}`
}
