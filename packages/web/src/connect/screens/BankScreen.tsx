/** The terms of a consent: what the client may read, and until when. No box is ticked in advance. */
import { useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { Checkbox, CheckboxGroup } from "../../components/Fields.tsx"
import { Form } from "../../components/Form.tsx"
import type { FieldErrors } from "../../components/Form.tsx"
import { Screen } from "../../components/Screen.tsx"
import { formatDay } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { EndDateField, isWithin } from "./EndDateField.tsx"
import type { EndDays } from "./EndDateField.tsx"

/** The terms that a person accepts. */
export interface AcceptedTerms {
  readonly balances: boolean
  readonly transactions: boolean
  /** The last day, as `YYYY-MM-DD`. */
  readonly validUntil: string
}

export interface BankScreenProps {
  readonly client: string
  readonly company: string
  /** True for each kind of data that the client asks for and the bank offers. */
  readonly offers: { readonly balances: boolean; readonly transactions: boolean }
  readonly days: EndDays
  readonly refused?: FieldErrors
  readonly busy?: boolean
  readonly onSubmit: (terms: AcceptedTerms) => void
  readonly onDecline: () => void
  readonly onBack?: (() => void) | undefined
}

const form = "terms"

export const BankScreen = (props: BankScreenProps) => {
  const { busy = false, client, company, days, offers, onBack, onDecline, onSubmit, refused = {} } = props
  const isSingle = !(offers.balances && offers.transactions)
  const [balances, setBalances] = useState(isSingle && offers.balances)
  const [transactions, setTransactions] = useState(isSingle && offers.transactions)
  const [validUntil, setValidUntil] = useState(days.proposed)
  const [found, setFound] = useState<FieldErrors | undefined>(undefined)
  const errors = found ?? refused

  const submit = () => {
    if (busy) return
    const wrong = {
      ...(!balances && !transactions && (offers.balances || offers.transactions) && { scope: t("error.scope") }),
      ...(!isWithin(days, validUntil) && {
        until: t("error.until", { first: formatDay(days.first), last: formatDay(days.last) })
      })
    }
    const isSound = Object.keys(wrong).length === 0
    setFound(isSound ? undefined : wrong)
    if (isSound) onSubmit({ balances, transactions, validUntil })
  }

  return (
    <Screen
      title={t("bank.title", { client })}
      lead={t("bank.lead", { company })}
      onBack={onBack}
      actions={
        <>
          <Button form={form} busy={busy}>
            {t("bank.continue", { company })}
          </Button>
          <Button kind="secondary" onPress={onDecline}>
            {t("bank.decline")}
          </Button>
        </>
      }
    >
      <Form name={form} errors={errors} onSubmit={submit}>
        {(offers.balances || offers.transactions) && (
          <CheckboxGroup label={isSingle ? undefined : t("bank.scope")} error={errors["scope"]}>
            {offers.balances && (
              <Checkbox
                name="balances"
                label={t("bank.balances")}
                hint={t("bank.balances.hint")}
                isInvalid={errors["scope"] !== undefined}
                checked={balances}
                onChange={setBalances}
              />
            )}
            {offers.transactions && (
              <Checkbox
                name="transactions"
                label={t("bank.transactions")}
                hint={t("bank.transactions.hint")}
                isInvalid={errors["scope"] !== undefined}
                checked={transactions}
                onChange={setTransactions}
              />
            )}
          </CheckboxGroup>
        )}
        <EndDateField days={days} value={validUntil} error={errors["until"]} onInput={setValidUntil} />
      </Form>
    </Screen>
  )
}
