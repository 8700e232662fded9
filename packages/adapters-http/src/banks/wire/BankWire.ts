/**
 * The parts of banks' responses (NextGenPSD2 1.3.11) that Sheaf reads. Banks deviate from the framework in optional
 * members, so only indispensable members are validated here. The mapping checks the others, which are {@link Loose}.
 */
import { Currency } from "@sheaf/domain/MonetaryAmount"
import { BankConsentStatus } from "@sheaf/ports"
import { Schema, SchemaTransformation } from "effect"

/** A member of any type. The mapping ignores it if its type is unexpected. */
const Loose = Schema.optionalKey(Schema.Unknown)

/** Most banks wrap the URL in an object, and some return the URL itself. */
const Link = Schema.Union([Schema.Struct({ href: Schema.String }), Schema.String])
const Links = Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))

const isLink = Schema.is(Link)

export const hrefOf = (links: Readonly<Record<string, unknown>> | undefined, name: string): string | undefined => {
  const link = links !== undefined && Object.hasOwn(links, name) ? links[name] : undefined
  if (!isLink(link)) return undefined
  const href = typeof link === "string" ? link : link.href
  return href === "" ? undefined : href
}

/** A decimal with up to 15 significant digits survives conversion to a double and back unchanged. */
const isExact = (text: string): boolean => {
  const significant = text.includes(".") ? text.replace(/0+$/, "") : text
  return significant.replace(/[+.-]/g, "").replace(/^0+/, "").length <= 15
}

/** Most banks return amounts as decimal strings, some as numbers. Numbers that may be inexact are rejected. */
const Amount = Schema.Struct({
  amount: Schema.Union([
    Schema.String.check(
      Schema.isPattern(/^[+-]?\d{1,15}(?:\.\d{1,8})?$/u),
      Schema.makeFilter(isExact, { message: "expected at most 15 significant digits" })
    ),
    Schema.Finite.check(Schema.isBetween({ minimum: -999_999_999_999_999, maximum: 999_999_999_999_999 }))
  ]),
  currency: Currency
})

/** Keys are in American spelling and lower case, without separators. */
const statuses = new Map(BankConsentStatus.literals.map((status) => [status.toLowerCase(), status]))

/** Banks spell statuses in many ways, such as `VALID` and `revokedByPSU`. */
const ConsentStatusText = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({
      decode: (text) => {
        const plain = text.toLowerCase().replace(/[^a-z]/g, "")
        return statuses.get(plain.replace("authorized", "authorised")) ?? text
      },
      encode: (text) => text
    })
  ),
  Schema.decodeTo(BankConsentStatus, SchemaTransformation.passthrough({ strict: false }))
)

export const WireCreatedConsent = Schema.Struct({
  consentId: Schema.String,
  consentStatus: ConsentStatusText,
  _links: Links
})

export const WireConsentStatus = Schema.Struct({ consentStatus: ConsentStatusText })

const References = Schema.optionalKey(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))

export const WireAccess = Schema.Struct({
  accounts: References,
  balances: References,
  transactions: References,
  allPsd2: Loose
})
export type WireAccess = typeof WireAccess.Type

export const WireConsentInformation = Schema.Struct({
  access: WireAccess,
  consentStatus: ConsentStatusText,
  validUntil: Loose
})

export const WireAuthorisations = Schema.Struct({ authorisationIds: Schema.Array(Schema.String) })

export const WireScaStatus = Schema.Struct({ scaStatus: Schema.String })

export const WireDecoupledAuthorisation = Schema.Struct({
  authorisationId: Loose,
  scaStatus: Loose,
  scaMethods: Loose,
  chosenScaMethod: Loose,
  challengeData: Loose,
  psuMessage: Loose
})
export type WireDecoupledAuthorisation = typeof WireDecoupledAuthorisation.Type

export const WireStartedAuthorisation = Schema.Struct({ _links: Links })

const WireBalance = Schema.Struct({
  balanceAmount: Amount,
  balanceType: Schema.NonEmptyString.check(Schema.isMaxLength(100)),
  creditLimitIncluded: Loose,
  referenceDate: Loose,
  lastChangeDateTime: Loose,
  lastCommittedTransaction: Loose
})
export type WireBalance = typeof WireBalance.Type

const WireAccount = Schema.Struct({
  resourceId: Loose,
  /** The name that some banks use for `resourceId`. */
  accountId: Loose,
  iban: Loose,
  bban: Loose,
  maskedPan: Loose,
  currency: Currency,
  name: Loose,
  displayName: Loose,
  ownerName: Loose,
  /** Added in NextGenPSD2 1.3.12. */
  ownerNames: Loose,
  product: Loose,
  usage: Loose,
  details: Loose,
  linkedAccounts: Loose,
  creditLimit: Loose,
  cashAccountType: Loose,
  status: Loose,
  bic: Loose,
  debitAccounting: Loose,
  balances: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  _links: Links
})
export type WireAccount = typeof WireAccount.Type

export const decodeAccount = Schema.decodeUnknownOption(WireAccount)

const maxAccounts = 1_000

/** Accounts are decoded one by one, so an unusable one does not affect the others. */
const accounts = Schema.Array(Schema.Unknown).check(Schema.isMaxLength(maxAccounts))

export const WireAccountList = Schema.Struct({ accounts, _links: Links })
export const WireCardAccountList = Schema.Struct({ cardAccounts: accounts, _links: Links })
export const WireBalances = Schema.Struct({ balances: Schema.Array(Schema.Unknown) })

export const decodeBalance = Schema.decodeUnknownOption(WireBalance)

export const decodeAmount = Schema.decodeUnknownOption(Amount)

const WireTransaction = Schema.Struct({
  transactionAmount: Amount,
  transactionId: Loose,
  cardTransactionId: Loose,
  entryReference: Loose,
  endToEndId: Loose,
  mandateId: Loose,
  creditorId: Loose,
  checkId: Loose,
  bookingDate: Loose,
  valueDate: Loose,
  transactionDate: Loose,
  creditorName: Loose,
  creditorAccount: Loose,
  creditorAgent: Loose,
  ultimateCreditor: Loose,
  debtorName: Loose,
  debtorAccount: Loose,
  debtorAgent: Loose,
  ultimateDebtor: Loose,
  cardAcceptorId: Loose,
  cardAcceptorAddress: Loose,
  cardAcceptorPhone: Loose,
  terminalId: Loose,
  merchantCategoryCode: Loose,
  transactionDetails: Loose,
  remittanceInformationUnstructured: Loose,
  remittanceInformationUnstructuredArray: Loose,
  remittanceInformationStructured: Loose,
  remittanceInformationStructuredArray: Loose,
  additionalInformation: Loose,
  bankTransactionCode: Loose,
  proprietaryBankTransactionCode: Loose,
  purposeCode: Loose,
  currencyExchange: Loose,
  originalAmount: Loose,
  grandTotalAmount: Loose,
  markupFee: Loose,
  markupFeePercentage: Loose,
  batchNumberOfTransactions: Loose,
  invoiced: Loose,
  balanceAfterTransaction: Loose
})
export type WireTransaction = typeof WireTransaction.Type

export const decodeTransaction = Schema.decodeUnknownOption(WireTransaction)

/** Transactions are decoded one by one, because a page can contain more than Sheaf reads. */
const unread = Schema.optionalKey(Schema.Array(Schema.Unknown))

/** If there are no transactions, some banks return an empty list instead of this object. */
const report = Schema.Union([
  Schema.Struct({ booked: unread, pending: unread, _links: Links }),
  Schema.Tuple([]).pipe(
    Schema.decodeTo(
      Schema.Struct({ booked: unread, pending: unread, _links: Links }),
      SchemaTransformation.transform({ decode: () => ({}), encode: () => [] as const })
    )
  )
])

export const WireTransactions = Schema.Struct({
  transactions: Schema.optionalKey(report),
  cardTransactions: Schema.optionalKey(report),
  _links: Links
})

/** Holds the error codes, in the format of NextGenPSD2 or of RFC 9457. */
export const WireErrorResponse = Schema.Struct({
  code: Loose,
  error: Loose,
  message: Loose,
  tppMessages: Schema.optionalKey(Schema.Array(Schema.Struct({ code: Loose, text: Loose, category: Loose })))
})
