/** Lets the person choose the last day of a consent: one of the usual periods, or another date. */
import { useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { DateField } from "../../components/Fields.tsx"
import { formatDay } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import "./EndDateField.css"

/** The earliest, the proposed and the latest day on which a consent can end, as `YYYY-MM-DD`. */
export interface EndDays {
  readonly first: string
  readonly proposed: string
  readonly last: string
  /** The number of days until the latest day. */
  readonly count: number
}

/** The usual lengths of a consent, in days. The page also offers the longest possible length. */
const usualDays = [30, 90]

/** Returns the end dates to offer: one for each usual length and one for the longest possible length. */
const presetsOf = ({ count, first, last }: EndDays): ReadonlyArray<readonly [string, string]> =>
  [...usualDays.filter((days) => days < count), count]
    .map((days) => {
      const day = new Date(Date.parse(last) - (count - days) * 86_400_000).toISOString().slice(0, 10)
      return [day, t("bank.until.days", { n: days })] as const
    })
    .filter(([day]) => day >= first)

export const isWithin = ({ first, last }: EndDays, day: string): boolean => day >= first && day <= last

export interface EndDateFieldProps {
  readonly days: EndDays
  /** The chosen day. Empty while the person enters another date. */
  readonly value: string
  readonly error?: string | undefined
  readonly onInput: (day: string) => void
}

export const EndDateField = ({ days, error, onInput, value }: EndDateFieldProps) => {
  const presets = presetsOf(days)
  const [prefersOther, preferOther] = useState(!presets.some(([day]) => day === value))
  // An error concerns the entered date, so the date field must be visible.
  const isOther = prefersOther || error !== undefined
  const choose = (day: string) => {
    preferOther(false)
    onInput(day)
  }
  return (
    <fieldset class="field end-date">
      <legend class="field__label">{t("welcome.howLong")}</legend>
      <div class="end-date__choices">
        {presets.map(([day, name]) => (
          <button key={day} type="button" aria-pressed={!isOther && value === day} onClick={() => choose(day)}>
            {name}
          </button>
        ))}
      </div>
      {isOther ? (
        <DateField
          name="until"
          label={t("bank.until")}
          min={days.first}
          max={days.last}
          value={value}
          error={error}
          takesFocus
          onInput={onInput}
        />
      ) : (
        <div class="end-date__day">
          <p role="status">{t("bank.until.date", { date: formatDay(value) })}</p>
          <Button kind="quiet" onPress={() => preferOther(true)}>
            {t("bank.until.other")}
          </Button>
        </div>
      )}
      <p class="field__hint">{t("bank.until.hint")}</p>
    </fieldset>
  )
}
