/** Accounts of the scripted bank. */
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"

export const account = (accountId: string, type: BankAccount["type"] = "PSD2_CHECKING_ACCOUNT"): BankAccount => ({
  id: `theirs-${accountId}`,
  type,
  company: "se-fjallbanken",
  companyDisplayName: "Fjällbanken",
  accountId,
  currency: "SEK",
  bookedBalance: { amount: 100, currency: "SEK" },
  availableBalance: { amount: 90, currency: "SEK" },
  financialInformation: { currentValue: { amount: 100, currency: "SEK" } },
  transactions: [
    {
      transactionId: "t-1",
      bookingDate: "2026-03-31",
      amount: { amount: -249, currency: "SEK" },
      status: "BOOKED"
    }
  ]
})
