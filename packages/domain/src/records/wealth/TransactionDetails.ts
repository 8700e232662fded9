/** Details of bank transactions other than amounts, dates and names (spec 10; NextGenPSD2 1.3.11, transactions). */
import { Schema } from "effect"
import { CalendarDate } from "../../shared/CalendarDate.ts"
import { Currency, MonetaryAmount } from "../MonetaryAmount.ts"
import * as Annotations from "../../shared/Annotations.ts"
import { BankBalance } from "./BankBalance.ts"

const text = (description: string) => Annotations.optional(Schema.NonEmptyString, description)

const CounterpartyAccount = Schema.Struct({
  iban: text("The IBAN, without spaces."),
  bban: text("The national account number."),
  maskedPan: text("The masked card number."),
  currency: Annotations.optional(Currency, "The currency of the account.")
}).pipe(
  Annotations.annotate("CounterpartyAccount", "An account in a transaction, by the numbers that the bank reports.")
)

const CurrencyExchange = Schema.Struct({
  sourceCurrency: Annotations.optional(Currency, "The currency from which an amount was converted."),
  targetCurrency: Annotations.optional(Currency, "The currency to which it was converted."),
  unitCurrency: Annotations.optional(Currency, "The currency of which the rate gives the price of one unit."),
  exchangeRate: Schema.Finite.pipe(Annotations.describe("The rate.")),
  quotationDate: Annotations.optional(CalendarDate, "The day of the rate, as YYYY-MM-DD."),
  contractIdentification: text("The contract about the exchange.")
}).pipe(Annotations.annotate("CurrencyExchange", "A conversion of currencies."))

const CardAcceptor = Schema.Struct({
  id: text("The merchant's identifier."),
  terminalId: text("The identifier of the terminal."),
  phone: text("The merchant's phone number."),
  streetAddress: text("The street and number."),
  postalCode: text("The postal code."),
  city: text("The town."),
  country: text("The country (ISO 3166-1 alpha-2).")
}).pipe(Annotations.annotate("CardAcceptor", "The merchant in a card transaction."))

/** Transaction members that only some banks report. Their names come from NextGenPSD2. */
export const transactionDetails = {
  entryReference: text("The bank's reference of the booked entry. The reference can repeat in batches."),
  transactionDate: Annotations.optional(CalendarDate, "The day of the purchase with a card, as YYYY-MM-DD."),
  endToEndId: text("The payer's reference, unchanged from the payer to the recipient."),
  mandateId: text("The mandate of a direct debit."),
  creditorId: text("The recipient's identifier in direct debits."),
  checkId: text("The number of a check."),
  creditorAccount: Schema.optionalKey(CounterpartyAccount).pipe(Annotations.describe("The recipient's account.")),
  creditorAgent: text("The BIC of the recipient's bank."),
  ultimateCreditor: text("The party for which the recipient receives the money."),
  debtorAccount: Schema.optionalKey(CounterpartyAccount).pipe(Annotations.describe("The payer's account.")),
  debtorAgent: text("The BIC of the payer's bank."),
  ultimateDebtor: text("The party for which the payer pays."),
  remittanceInformationStructured: Annotations.optional(
    Schema.Array(Schema.NonEmptyString),
    "References in a defined format, such as an OCR number or a creditor reference (ISO 11649)."
  ),
  additionalInformation: text("The bank's own text about the transaction."),
  bankTransactionCode: text("The ISO 20022 code, such as `PMNT-RCDT-ESCT`."),
  proprietaryBankTransactionCode: text("The bank's own code."),
  purposeCode: text("The ISO 20022 code of the purpose, such as `SALA`."),
  merchantCategoryCode: text("The merchant's category (ISO 18245)."),
  cardAcceptor: Schema.optionalKey(CardAcceptor),
  originalAmount: Annotations.optional(MonetaryAmount, "The amount in the currency of the purchase."),
  grandTotalAmount: Annotations.optional(MonetaryAmount, "The amount with all fees."),
  markupFee: Annotations.optional(MonetaryAmount, "The fee for the conversion."),
  markupFeePercentage: Annotations.optional(
    Schema.Finite,
    "The fee for the conversion, in percent: 0.3 is 0.3 percent."
  ),
  currencyExchange: Annotations.optional(Schema.Array(CurrencyExchange), "The conversions, in order."),
  batchNumberOfTransactions: Annotations.optional(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    "The number of payments that the bank booked as one entry."
  ),
  invoiced: Annotations.optional(Schema.Boolean, "True if the card transaction is on an invoice."),
  balanceAfterTransaction: Annotations.optional(
    BankBalance,
    "The balance after the transaction; absent if the consent does not cover balances."
  )
}
