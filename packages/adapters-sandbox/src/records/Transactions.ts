/** Generates an account's transactions for the months before `valuationDate` (spec 10, 12). */
import type { Market } from "@sheaf/domain/Market"
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import type { BankAccountType } from "@sheaf/domain/WealthType"
import { marketProfiles } from "../data/Markets.ts"
import { valuationDate, plusDays } from "../data/Dates.ts"
import { fromMinorUnits } from "./Money.ts"
import type { Random } from "../data/Random.ts"

const fewest = 10
const max = 60
const daysBack = 90
const maxPending = 3

interface Drawing {
  readonly market: Market
  readonly type: BankAccountType
  /** The account holder. Transfers between the holder's own accounts also use this name. */
  readonly holder: string
  readonly random: Random
}

/** A transaction without dates. The amount is in minor units. */
interface Movement extends Pick<Transaction, "creditorName" | "debtorName" | "remittanceInformation"> {
  readonly units: number
}

/** Returns a random amount in minor units of the market's currency. `minimum` and `maximum` are in euro cents. */
const amount = ({ market, random }: Drawing, minimum: number, maximum: number): number =>
  random.integer(minimum, maximum) * marketProfiles[market].priceLevel

const purchase = (drawing: Drawing): Movement => ({
  units: -amount(drawing, 250, 9_500),
  creditorName: drawing.random.pick(marketProfiles[drawing.market].payees.shops)
})

/**
 * Generates a regular transaction that suits the account: a salary, the rent, a transfer to savings, or a card bill.
 */
const regular = (drawing: Drawing): Movement => {
  const { holder: debtorName, market, random, type } = drawing
  const { payees, paymentTexts: texts } = marketProfiles[market]
  switch (type) {
    case "PSD2_CHECKING_ACCOUNT":
      return random.pick(["in", "out"]) === "in"
        ? {
            units: amount(drawing, 180_000, 310_000),
            debtorName: random.pick(payees.employers),
            remittanceInformation: texts.salary
          }
        : {
            units: -amount(drawing, 60_000, 110_000),
            creditorName: random.pick(payees.landlords),
            remittanceInformation: texts.rent
          }
    case "PSD2_SAVINGS_ACCOUNT":
      return { units: amount(drawing, 2_000, 40_000), debtorName, remittanceInformation: texts.transfer }
    case "PSD2_CREDIT_CARD":
      return { units: amount(drawing, 20_000, 90_000), debtorName, remittanceInformation: texts.cardBill }
  }
}

/** Generates interest or an outgoing transfer for a savings account, and a purchase for any other account. */
const occasional = (drawing: Drawing): Movement => {
  const { holder: creditorName, market, random, type } = drawing
  if (type !== "PSD2_SAVINGS_ACCOUNT") return purchase(drawing)
  const texts = marketProfiles[market].paymentTexts
  return random.integer(1, 4) === 1
    ? { units: amount(drawing, 50, 2_500), remittanceInformation: texts.interest }
    : { units: -amount(drawing, 1_000, 20_000), creditorName, remittanceInformation: texts.transfer }
}

/** Every eighth transaction is regular. */
const regularity = 8

const movement = (drawing: Drawing, index: number): Movement =>
  index % regularity === 0 ? regular(drawing) : occasional(drawing)

const expected = (drawing: Drawing): Movement => {
  const drawn = occasional(drawing)
  return drawn.units < 0 ? drawn : purchase(drawing)
}

const withDates = (market: Market, { units, ...rest }: Movement, day: number, index: number): Transaction => {
  const bookingDate = plusDays(valuationDate, day)
  return {
    transactionId: `${bookingDate.replaceAll("-", "")}-${String(index).padStart(4, "0")}`,
    bookingDate,
    ...(day <= 0 && { valueDate: bookingDate }),
    amount: fromMinorUnits(market, units),
    ...rest,
    status: day <= 0 ? "BOOKED" : "PENDING"
  }
}

/** Returns three months of booked transactions and the pending transactions of the next few days, newest first. */
export const transactionsOf = (drawing: Drawing): ReadonlyArray<Transaction> => {
  const { market, random } = drawing
  const count = random.integer(fewest, max)
  const pending = random.integer(0, maxPending)
  const days = Array.from({ length: count }, (_, index) =>
    index < pending ? random.integer(1, maxPending) : -random.integer(0, daysBack)
  ).sort((a, b) => b - a)
  return days.map((day, index) => {
    const drawn = day > 0 ? expected(drawing) : movement(drawing, index)
    return withDates(market, drawn, day, count - index)
  })
}
