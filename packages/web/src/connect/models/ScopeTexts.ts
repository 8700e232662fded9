/** What a consent covers, in words. */
import { t } from "../../texts/Texts.ts"

/** Returns the kinds of data that a consent covers. Without balances and transactions, it covers the accounts alone. */
export const scopeTextsOf = ({
  balances,
  transactions
}: {
  readonly balances: boolean
  readonly transactions: boolean
}): ReadonlyArray<string> => {
  if (!balances && !transactions) return [t("product.PSD2_AIS")]
  return [...(balances ? [t("bank.balances")] : []), ...(transactions ? [t("bank.transactions")] : [])]
}
