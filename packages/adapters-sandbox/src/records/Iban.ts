/** International account numbers of the markets, with right check digits (ISO 13616), at banks that do not exist. */
import type { Market } from "@sheaf/domain/Market"
import type { Random } from "./Random.ts"

/** Digits, and letters as the numbers from 10 on (ISO 7064). */
const numeric = (text: string): bigint =>
  BigInt(Array.from(text, (character) => String(Number.parseInt(character, 36))).join(""))

const withCheckDigits = (country: string, account: string): string => {
  const check = 98n - (numeric(`${account}${country}00`) % 97n)
  return `${country}${String(check).padStart(2, "0")}${account}`
}

const weights = [7, 3, 1]

/** The check digit of an Estonian account: weights 7, 3, 1 from the right. */
const estonianCheck = (digits: string): string => {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (weights[index % weights.length] ?? 0), 0)
  return String((10 - (sum % 10)) % 10)
}

/** The key of a French account, of its bank, branch and number. */
const frenchKey = (bank: string, branch: string, number: string): string => {
  const sum = 89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(number)
  return String(97n - (sum % 97n)).padStart(2, "0")
}

const accountNumbers: Readonly<Record<Market, (bankCode: string, random: Random) => string>> = {
  se: (bankCode, random) => `${bankCode}${random.digits(10).padStart(17, "0")}`,
  ee: (bankCode, random) => {
    const number = `00${random.digits(11)}`
    return `${bankCode}${number}${estonianCheck(number)}`
  },
  lt: (bankCode, random) => `${bankCode}${random.digits(11)}`,
  lv: (bankCode, random) => `${bankCode}${random.digits(13)}`,
  fr: (bankCode, random) => {
    const [branch, number] = [random.digits(5), random.digits(11)]
    return `${bankCode}${branch}${number}${frenchKey(bankCode, branch, number)}`
  }
}

/** The number of an account at the bank with this code in the market's numbers. */
export const iban = (market: Market, bankCode: string, random: Random): string =>
  withCheckDigits(market.toUpperCase(), accountNumbers[market](bankCode, random))
