/** Numbers of securities (ISO 6166). */

/** Letters count from 10 (A) to 35 (Z). */
const digitsOf = (text: string): string => Array.from(text, (sign) => Number.parseInt(sign, 36)).join("")

/** The Luhn digit over the digits that the signs spell, the last of them doubled. */
const checkDigit = (text: string): number => {
  const sum = Array.from(digitsOf(text))
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, product) => total + (product > 9 ? product - 9 : product), 0)
  return (10 - (sum % 10)) % 10
}

/** The ISIN of a country's nine-sign number, with its check digit. */
export const isin = (country: string, number: string): string => `${country}${number}${checkDigit(country + number)}`
