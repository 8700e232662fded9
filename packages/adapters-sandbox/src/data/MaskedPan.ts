/** The masked number of a simulated credit card. */
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { randomFrom } from "./Random.ts"

/** Returns the masked number of a credit card, or `undefined` for other accounts. */
export const maskedPanOf = ({ accountId, type }: BankAccount): string | undefined => {
  if (type !== "PSD2_CREDIT_CARD") return undefined
  const random = randomFrom("card", accountId)
  return `${random.digits(6)}xxxxxx${random.digits(4)}`
}
