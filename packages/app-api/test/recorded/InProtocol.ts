/**
 * Account records of earlier releases as banks report them over NextGenPSD2. Earlier releases read the sandbox's accounts
 * without a protocol. Everything else in the records stays the same, so tests compare complete records.
 */

interface RecordedTransaction {
  readonly bookingDate?: string
  readonly creditorName?: string
  readonly debtorName?: string
  readonly remittanceInformation?: string
  readonly valueDate?: string
}

interface RecordedRecord {
  readonly type?: string
  readonly iban?: string
  readonly accountId?: string
  readonly holder?: object
  readonly transactions?: ReadonlyArray<RecordedTransaction>
}

/** Card transactions have one text and one date. */
const ofCard = ({
  creditorName,
  debtorName: _,
  remittanceInformation = creditorName,
  valueDate: __,
  ...transaction
}: RecordedTransaction) => ({ ...transaction, remittanceInformation })

/** Pending transactions once had no value date. */
const ofAccount = ({ valueDate, ...transaction }: RecordedTransaction) => ({
  ...transaction,
  valueDate: valueDate ?? transaction.bookingDate
})

const isAccount = ({ type = "" }: RecordedRecord) => type.startsWith("PSD2_")

/** Banks identify an account by its number. They do not report the holder's address. */
const ofRecord = (record: RecordedRecord): object => {
  if (!isAccount(record)) return record
  const { accountId: _, holder: __, transactions, ...rest } = record
  const isCard = rest.iban === undefined
  const texts = transactions?.map((each) => sorted(isCard ? ofCard(each) : ofAccount(each)))
  return { ...rest, accountId: rest.iban ?? "a masked number", transactions: texts?.sort() }
}

/** Banks return transactions in their own order, so transactions are compared as texts. */
const sorted = (transaction: object): string =>
  JSON.stringify(Object.entries(transaction).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** Converts the records of one product. The status of a failed response stays the same. */
export const of = (records: unknown): unknown => (Array.isArray(records) ? records.map(ofRecord) : records)
