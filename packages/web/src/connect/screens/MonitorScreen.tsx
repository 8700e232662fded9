/**
 * Asks whether a client may read data again later, without the person. Shows which data it may read, from which
 * company, how often and until when. Refusing is as easy as allowing.
 */
import { Button } from "../../components/Button.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { formatLastDay } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import type { Interval, Product } from "../models/Models.ts"
import { capitalized } from "../models/CompanySummary.ts"
import { frequencyWithZone } from "../models/MonitorTexts.ts"

export interface MonitorScreenProps {
  readonly client: string
  readonly company: string
  readonly products: ReadonlyArray<Product>
  /** The account data that the person's consent covers. */
  readonly accounts?: { readonly balances: boolean; readonly transactions: boolean } | undefined
  readonly every: Interval
  /** The time of day, HH:MM. */
  readonly at?: string | undefined
  readonly timeZone?: string | undefined
  readonly until: string
  /** The time until which the username and password are kept, if the person has allowed it. */
  readonly credentialsKeptUntil?: string | undefined
  /** What the person already permits. Present if the client now asks to read more often or for longer. */
  readonly present?: { readonly every: Interval; readonly until: string } | undefined
  /** Why the last try failed. */
  readonly failed?: string | undefined
  readonly busy?: boolean
  readonly onAllow: () => void
  readonly onDecline: () => void
}

/** Returns how long a username and password are kept, in words. */
export const credentialsLines = (keptUntil: string | undefined): ReadonlyArray<string> =>
  keptUntil === undefined ? [] : [t("monitor.credentials.until", { date: formatLastDay(keptUntil) })]

const kindsOf = ({ accounts, products }: MonitorScreenProps): ReadonlyArray<string> =>
  products.flatMap((product) =>
    product !== "PSD2_AIS" || accounts === undefined
      ? [t(`welcome.${product}`)]
      : [
          capitalized(t("product.PSD2_AIS")),
          ...(accounts.balances ? [t("bank.balances")] : []),
          ...(accounts.transactions ? [t("bank.transactions")] : [])
        ]
  )

export const MonitorScreen = (props: MonitorScreenProps) => {
  const { busy = false, client, company, failed, onAllow, onDecline, present, until } = props
  return (
    <Screen
      title={t(present === undefined ? "monitor.title" : "monitor.title.change", { client })}
      lead={t("monitor.lead", { client })}
      actions={
        <>
          <Button busy={busy} onPress={onAllow}>
            {t("monitor.allow")}
          </Button>
          <Button kind="secondary" onPress={onDecline}>
            {t("welcome.decline")}
          </Button>
        </>
      }
    >
      <DescriptionList
        facts={[
          [t("monitor.where"), [company]],
          [t("welcome.what"), kindsOf(props)],
          [t("welcome.howOften"), [frequencyWithZone(props)]],
          [t("welcome.howLong"), [t("monitor.until", { date: formatLastDay(until) })]],
          [t("monitor.credentials"), credentialsLines(props.credentialsKeptUntil)],
          [
            t("monitor.present"),
            present === undefined
              ? []
              : [
                  t("monitor.presentTerms", {
                    interval: t(`monitor.${present.every}`),
                    date: formatLastDay(present.until)
                  })
                ]
          ]
        ]}
      />
      {failed !== undefined && (
        <div role="alert">
          <NoticeBox kind="danger">{failed}</NoticeBox>
        </div>
      )}
    </Screen>
  )
}

export interface MonitorDoneScreenProps extends Pick<
  MonitorScreenProps,
  "at" | "client" | "company" | "every" | "timeZone" | "until"
> {
  /** True if the monitor begins only after the person finishes, because the session has a return address. */
  readonly isUnfinished: boolean
  readonly busy?: boolean
  readonly onFinish: () => void
  /** Leaves without sharing, which is possible until the person finishes. */
  readonly onDecline: () => void
}

/** Repeats in one line what the person has allowed. */
const termsOf = (props: MonitorDoneScreenProps): string => {
  const { company, until } = props
  const interval = frequencyWithZone(props)
  return `${company} · ${t("monitor.presentTerms", { interval, date: formatLastDay(until) })}`
}

export const MonitorDoneScreen = (props: MonitorDoneScreenProps) => {
  const { busy = false, client, isUnfinished, onDecline, onFinish } = props
  return (
    <Screen
      title={t(isUnfinished ? "monitor.title.unfinished" : "monitor.done", { client })}
      mark={isUnfinished ? undefined : "done"}
      lead={isUnfinished ? termsOf(props) : t("monitor.done.text", { manage: t("manage") })}
      actions={
        <>
          <Button busy={busy} onPress={onFinish}>
            {t(isUnfinished ? "monitor.start" : "finish")}
          </Button>
          {isUnfinished && (
            <Button kind="secondary" onPress={onDecline}>
              {t("welcome.decline")}
            </Button>
          )}
        </>
      }
    />
  )
}

export interface MonitorImpossibleScreenProps {
  readonly client: string
  readonly company: string
  readonly busy?: boolean
  /** Absent if the session is for one company. */
  readonly onOtherCompany?: (() => void) | undefined
  readonly onStop: () => void
}

/**
 * Shown if the company requires the person to sign in every time. In that case, Sheaf stores nothing from the session.
 */
export const MonitorImpossibleScreen = (props: MonitorImpossibleScreenProps) => {
  const { busy = false, client, company, onStop, onOtherCompany } = props
  return (
    <Screen
      title={t("monitor.impossible", { client, company })}
      lead={t("leave.text", { client })}
      actions={
        <>
          {onOtherCompany !== undefined && <Button onPress={onOtherCompany}>{t("action.otherCompany")}</Button>}
          <Button kind={onOtherCompany === undefined ? "primary" : "secondary"} busy={busy} onPress={onStop}>
            {t("stop")}
          </Button>
        </>
      }
    />
  )
}
