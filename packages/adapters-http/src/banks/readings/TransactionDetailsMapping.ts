/** The details of a bank's transactions as Sheaf's, with the standard's names (NextGenPSD2 1.3.11; spec 10). */
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import { Option } from "effect"
import { bankBalanceOf, monetaryAmountOf } from "../wire/AccountMapping.ts"
import { decodeBalance } from "../wire/BankWire.ts"
import type { WireTransaction } from "../wire/BankWire.ts"
import {
  anyDefinedOf,
  booleanOf,
  currencyOf,
  dateOf,
  definedOf,
  ibanOf,
  memberOf,
  numberOf,
  textOf,
  textsOf
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

/** Hides the middle of a card's number, because nobody needs all of it (PCI DSS 3.4). */
const masked = (pan: string | undefined): string | undefined => {
  const digits = pan?.replaceAll(" ", "") ?? ""
  if (!/^\d{12,19}$/.test(digits)) return pan === undefined || /\d{7}/.test(digits) ? undefined : pan
  return `${digits.slice(0, 6)}${"*".repeat(digits.length - 10)}${digits.slice(-4)}`
}

const accountOf = (value: unknown) =>
  anyDefinedOf({
    iban: ibanOf(memberOf(value, "iban")),
    bban: textOf(memberOf(value, "bban")),
    maskedPan: masked(textOf(memberOf(value, "maskedPan")) ?? textOf(memberOf(value, "pan"))),
    currency: currencyOf(memberOf(value, "currency"))
  })

/** Returns the structured references of one or both members that can have them. */
export const referencesOf = (...values: ReadonlyArray<unknown>): ReadonlyArray<string> => [
  ...new Set(
    values.flatMap((value) =>
      (Array.isArray(value) ? value : [value]).flatMap(
        (each: unknown) => textOf(each) ?? textOf(memberOf(each, "reference")) ?? []
      )
    )
  )
]

const nonEmpty = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | undefined => (list.length === 0 ? undefined : list)

const exchangesOf = (value: unknown) =>
  nonEmpty(
    (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => {
      const exchangeRate = numberOf(memberOf(each, "exchangeRate"))
      if (exchangeRate === undefined) return []
      const more = definedOf({
        sourceCurrency: currencyOf(memberOf(each, "sourceCurrency")),
        targetCurrency: currencyOf(memberOf(each, "targetCurrency")),
        unitCurrency: currencyOf(memberOf(each, "unitCurrency")),
        quotationDate: dateOf(memberOf(each, "quotationDate")),
        contractIdentification: textOf(memberOf(each, "contractIdentification"))
      })
      return [{ exchangeRate, ...more }]
    })
  )

const acceptorOf = (wire: WireTransaction) => {
  const address = wire.cardAcceptorAddress
  const street = textsOf([memberOf(address, "streetName"), memberOf(address, "buildingNumber")]).join(" ")
  return anyDefinedOf({
    id: textOf(wire.cardAcceptorId),
    terminalId: textOf(wire.terminalId),
    phone: textOf(wire.cardAcceptorPhone),
    streetAddress: textOf(street),
    postalCode: textOf(memberOf(address, "postCode")),
    city: textOf(memberOf(address, "townName")),
    country: textOf(memberOf(address, "country"))
  })
}

const countOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined

export const detailsOf = (wire: WireTransaction): Details =>
  definedOf({
    entryReference: textOf(wire.entryReference),
    transactionDate: dateOf(wire.transactionDate),
    endToEndId: textOf(wire.endToEndId),
    mandateId: textOf(wire.mandateId),
    creditorId: textOf(wire.creditorId),
    checkId: textOf(wire.checkId),
    creditorAccount: accountOf(wire.creditorAccount),
    creditorAgent: textOf(wire.creditorAgent),
    ultimateCreditor: textOf(wire.ultimateCreditor),
    debtorAccount: accountOf(wire.debtorAccount),
    debtorAgent: textOf(wire.debtorAgent),
    ultimateDebtor: textOf(wire.ultimateDebtor),
    remittanceInformationStructured: nonEmpty(
      referencesOf(wire.remittanceInformationStructured, wire.remittanceInformationStructuredArray)
    ),
    additionalInformation: textOf(wire.additionalInformation),
    bankTransactionCode: textOf(wire.bankTransactionCode),
    proprietaryBankTransactionCode: textOf(wire.proprietaryBankTransactionCode),
    purposeCode: textOf(wire.purposeCode),
    merchantCategoryCode: textOf(wire.merchantCategoryCode),
    cardAcceptor: acceptorOf(wire),
    originalAmount: monetaryAmountOf(wire.originalAmount),
    grandTotalAmount: monetaryAmountOf(wire.grandTotalAmount),
    markupFee: monetaryAmountOf(wire.markupFee),
    markupFeePercentage: numberOf(wire.markupFeePercentage),
    currencyExchange: exchangesOf(wire.currencyExchange),
    batchNumberOfTransactions: countOf(wire.batchNumberOfTransactions),
    invoiced: booleanOf(wire.invoiced),
    balanceAfterTransaction: Option.getOrUndefined(
      Option.map(decodeBalance(wire.balanceAfterTransaction), bankBalanceOf)
    )
  })
