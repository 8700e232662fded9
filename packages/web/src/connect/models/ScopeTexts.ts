/** Describes in words what a consent covers. */
import { t } from "../../texts/Texts.ts"

/** Names only the accounts if the consent includes neither balances nor transactions. */
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
