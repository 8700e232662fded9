/** Transactions and orders in investments, pensions and savings. Bank transactions are in `Transaction.ts`. */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { MonetaryAmount } from "../MonetaryAmount.ts"
import { listOf, text } from "../RecordText.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { Isin } from "./Holding.ts"

export const InvestmentTransactionType = Annotations.literals("The type of an investment transaction.", {
  BUY: "A purchase of units.",
  SELL: "A sale of units.",
  DIVIDEND: "A dividend or another distribution.",
  INTEREST: "Interest.",
  FEE: "A fee.",
  TAX: "A tax.",
  DEPOSIT: "Money paid in, such as a premium.",
  WITHDRAWAL: "Money paid out.",
  TRANSFER_IN: "Units or money moved in from another company or account.",
  TRANSFER_OUT: "Units or money moved to another company or account.",
  OTHER: "Any other type."
}).annotate({ identifier: "InvestmentTransactionType" })

const security = {
  name: Annotations.optional(text(), "The name of the fund or security."),
  isin: Annotations.optional(Isin, "The ISIN of the security (ISO 6166)."),
  quantity: Annotations.optional(Schema.Finite, "The number of units, including fractions."),
  price: Annotations.optional(MonetaryAmount, "The price of one unit.")
}

export const InvestmentTransaction = Schema.Struct({
  transactionId: Annotations.optional(text(200), "The company's identifier for the transaction."),
  type: InvestmentTransactionType,
  date: CalendarDate.pipe(Annotations.describe("The day of the trade or payment, as YYYY-MM-DD.")),
  settlementDate: Annotations.optional(CalendarDate, "The day of the settlement, as YYYY-MM-DD."),
  ...security,
  amount: Annotations.optional(MonetaryAmount, "The amount; negative if money leaves the product."),
  fee: Annotations.optional(MonetaryAmount, "The fee within the amount."),
  tax: Annotations.optional(MonetaryAmount, "The tax within the amount."),
  description: Annotations.optional(text(), "The transaction, in the company's words.")
}).pipe(
  Annotations.annotate(
    "InvestmentTransaction",
    "A transaction in an investment. The types follow ISO 20022 (CAEV, setr)."
  )
)
export type InvestmentTransaction = typeof InvestmentTransaction.Type

export const OrderStatus = Annotations.literals("The status of an order.", {
  OPEN: "Not executed yet.",
  PARTIALLY_FILLED: "Partly executed.",
  FILLED: "Executed.",
  CANCELLED: "Cancelled.",
  REJECTED: "Rejected."
}).annotate({ identifier: "OrderStatus" })

export const Order = Schema.Struct({
  orderId: Annotations.optional(text(200), "The company's identifier for the order."),
  side: Annotations.literals("The side of an order.", { BUY: "A purchase.", SELL: "A sale." }),
  status: OrderStatus,
  date: CalendarDate.pipe(Annotations.describe("The day of the order, as YYYY-MM-DD.")),
  validUntil: Annotations.optional(CalendarDate, "The last day of an open order, as YYYY-MM-DD."),
  ...security,
  amount: Annotations.optional(MonetaryAmount, "The ordered amount, if the order is for money instead of units."),
  filledQuantity: Annotations.optional(Schema.Finite, "The number of units executed so far.")
}).pipe(Annotations.annotate("Order", "An order to buy or sell. Sides and statuses follow ISO 20022 and FIX."))
export type Order = typeof Order.Type

export const activityFields = {
  transactions: Annotations.optional(
    listOf(InvestmentTransaction, 5000),
    "The transactions, with dividends; empty if there were none."
  ),
  orders: Annotations.optional(listOf(Order, 500), "The orders; empty if there are none.")
}
