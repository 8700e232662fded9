/** Maps the transaction details whose names are the same in Sheaf and in the standard (NextGenPSD2 1.3.11; spec 10). */
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import { Option } from "effect"
import { bankBalanceOf, monetaryAmountOf } from "../wire/AccountMapping.ts"
import { decodeBalance } from "../wire/BankWire.ts"
import type { WireTransaction } from "../wire/BankWire.ts"
import {
  withoutUndefinedOrNothing,
  readBoolean,
  readCurrency,
  readDate,
  withoutUndefined,
  readIban,
  readMaskedPan,
  readMember,
  readNumber,
  readText,
  readTexts
} from "../wire/LenientDecoding.ts"

type Details = Omit<
  Transaction,
  | "amount"
  | "bookingDate"
  | "creditorName"
  | "debtorName"
  | "remittanceInformation"
  | "status"
  | "transactionId"
  | "valueDate"
>

const accountOf = (value: unknown) =>
  withoutUndefinedOrNothing({
    iban: readIban(readMember(value, "iban")),
    bban: readText(readMember(value, "bban")),
    maskedPan: readMaskedPan(readMember(value, "maskedPan")) ?? readMaskedPan(readMember(value, "pan")),
    currency: readCurrency(readMember(value, "currency"))
  })

export const referencesOf = (...values: ReadonlyArray<unknown>): ReadonlyArray<string> => [
  ...new Set(
    values.flatMap((value) =>
      (Array.isArray(value) ? value : [value]).flatMap(
        (each: unknown) => readText(each) ?? readText(readMember(each, "reference")) ?? []
      )
    )
  )
]

const nonEmpty = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (list.length === 0 ? undefined : list)

const exchangesOf = (value: unknown, timeZone: string) =>
  nonEmpty(
    (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => {
      const exchangeRate = readNumber(readMember(each, "exchangeRate"))
      if (exchangeRate === undefined) return []
      const more = withoutUndefined({
        sourceCurrency: readCurrency(readMember(each, "sourceCurrency")),
        targetCurrency: readCurrency(readMember(each, "targetCurrency")),
        unitCurrency: readCurrency(readMember(each, "unitCurrency")),
        quotationDate: readDate(readMember(each, "quotationDate"), timeZone),
        contractIdentification: readText(readMember(each, "contractIdentification"))
      })
      return [{ exchangeRate, ...more }]
    })
  )

const acceptorOf = (wire: WireTransaction) => {
  const address = wire.cardAcceptorAddress
  const street = readTexts([readMember(address, "streetName"), readMember(address, "buildingNumber")]).join(" ")
  return withoutUndefinedOrNothing({
    id: readText(wire.cardAcceptorId),
    terminalId: readText(wire.terminalId),
    phone: readText(wire.cardAcceptorPhone),
    streetAddress: readText(street),
    postalCode: readText(readMember(address, "postCode")),
    city: readText(readMember(address, "townName")),
    country: readText(readMember(address, "country"))
  })
}

const countOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined

export const detailsOf = (wire: WireTransaction, timeZone: string): Details =>
  withoutUndefined({
    entryReference: readText(wire.entryReference),
    transactionDate: readDate(wire.transactionDate, timeZone),
    endToEndId: readText(wire.endToEndId),
    mandateId: readText(wire.mandateId),
    creditorId: readText(wire.creditorId),
    checkId: readText(wire.checkId),
    creditorAccount: accountOf(wire.creditorAccount),
    creditorAgent: readText(wire.creditorAgent),
    ultimateCreditor: readText(wire.ultimateCreditor),
    debtorAccount: accountOf(wire.debtorAccount),
    debtorAgent: readText(wire.debtorAgent),
    ultimateDebtor: readText(wire.ultimateDebtor),
    remittanceInformationStructured: nonEmpty(
      referencesOf(wire.remittanceInformationStructured, wire.remittanceInformationStructuredArray)
    ),
    additionalInformation: readText(wire.additionalInformation),
    bankTransactionCode: readText(wire.bankTransactionCode),
    proprietaryBankTransactionCode: readText(wire.proprietaryBankTransactionCode),
    purposeCode: readText(wire.purposeCode),
    merchantCategoryCode: readText(wire.merchantCategoryCode),
    cardAcceptor: acceptorOf(wire),
    originalAmount: monetaryAmountOf(wire.originalAmount),
    grandTotalAmount: monetaryAmountOf(wire.grandTotalAmount),
    markupFee: monetaryAmountOf(wire.markupFee),
    markupFeePercentage: readNumber(wire.markupFeePercentage),
    currencyExchange: exchangesOf(wire.currencyExchange, timeZone),
    batchNumberOfTransactions: countOf(wire.batchNumberOfTransactions),
    invoiced: readBoolean(wire.invoiced),
    balanceAfterTransaction: Option.getOrUndefined(
      Option.map(decodeBalance(wire.balanceAfterTransaction), (balance) => bankBalanceOf(balance, timeZone))
    )
  })
