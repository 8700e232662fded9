/** The result: the records found, by kind and count, or a consent that is in force. */
import { Button } from "../../components/Button.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { CompanyMark } from "../../components/CompanyMark.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import { KindIcon } from "../../components/KindIcon.tsx"
import { Screen } from "../../components/Screen.tsx"
import "../../components/Joined.css"
import { formatLastDay, formatList } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { recordCountLinesOf } from "../models/RecordCounts.ts"
import type { CountLine } from "../models/RecordCounts.ts"
import { scopeTextsOf } from "../models/ScopeTexts.ts"
import type { RecordCounts, Product } from "../models/Models.ts"
import "./ResultScreen.css"

/** A company that the session has linked. */
export interface LinkedCompany {
  readonly id: string
  readonly name: string
  readonly counts: RecordCounts
}

export interface ResultScreenProps {
  readonly client: string
  readonly company: string
  readonly counts: RecordCounts
  /** When the consent ends. Absent if the person gave no consent. */
  readonly consentUntil?: string | undefined
  /** What the consent covers. */
  readonly scope?: { readonly balances: boolean; readonly transactions: boolean } | undefined
  /** The products that could not be collected completely. */
  readonly missing: ReadonlyArray<Product>
  readonly others: ReadonlyArray<LinkedCompany>
  /** True if the companies that the person can add are banks. */
  readonly isBank: boolean
  /** True if the session has a return URL. The client can then read nothing until the person finishes. */
  readonly isUnfinished: boolean
  readonly busy?: boolean
  readonly onFinish: () => void
  /** Leaves without sharing, which is possible until the person finishes. */
  readonly onDecline: () => void
  /** Absent if the session is for one company. */
  readonly onAnother?: (() => void) | undefined
  readonly onRetry?: (() => void) | undefined
}

const titleOf = ({ client, company, consentUntil, isUnfinished }: ResultScreenProps): string => {
  if (isUnfinished) return t("result.title.unfinished", { client })
  return consentUntil === undefined ? t("result.title") : t("result.title.consent", { company })
}

const leadOf = ({ client, company, consentUntil, isUnfinished }: ResultScreenProps): string => {
  const values = { client, company }
  if (consentUntil === undefined) return t(isUnfinished ? "result.lead.unfinished" : "result.lead", values)
  const consent = isUnfinished ? "result.consent.unfinished" : "result.consent"
  return t(consent, { ...values, date: formatLastDay(consentUntil) })
}

/** Keeps a number on the same line as the word after it. */
const keepTogether = (text: string): string => text.replace(" ", "\u00a0")

const Found = ({ lines }: { readonly lines: ReadonlyArray<CountLine> }) => (
  <ul class="joined">
    {lines.map(({ kind, parts, text }) => (
      <li key={kind} class="result__row">
        <KindIcon kind={kind} />
        <div>
          <p class="result__name">{text}</p>
          {parts.length > 0 && <p class="result__parts">{formatList(parts.map(keepTogether))}</p>}
        </div>
      </li>
    ))}
  </ul>
)

const Others = ({ companies }: { readonly companies: ReadonlyArray<LinkedCompany> }) => (
  <div class="result__others">
    <h2>{t("result.others")}</h2>
    <ul class="joined">
      {companies.map(({ counts, id, name }) => (
        <li key={id} class="result__row">
          <CompanyMark name={name} />
          <div>
            <p class="result__name">{name}</p>
            <p class="result__parts">{formatList(recordCountLinesOf(counts).map(({ text }) => text))}</p>
          </div>
        </li>
      ))}
    </ul>
  </div>
)

export const ResultScreen = (props: ResultScreenProps) => {
  const {
    busy = false,
    counts,
    isBank,
    isUnfinished,
    missing,
    onAnother,
    onDecline,
    onFinish,
    onRetry,
    others,
    scope
  } = props
  const lines = recordCountLinesOf(counts)
  return (
    <Screen
      title={titleOf(props)}
      lead={leadOf(props)}
      mark={isUnfinished ? undefined : "done"}
      actions={
        <>
          <Button busy={busy} onPress={onFinish}>
            {t(isUnfinished ? "result.share" : "finish")}
          </Button>
          {onRetry !== undefined && (
            <Button kind="secondary" onPress={onRetry}>
              {t("result.retry")}
            </Button>
          )}
          {onAnother !== undefined && (
            <Button kind="secondary" onPress={onAnother}>
              {t(isBank ? "result.another.bank" : "result.another")}
            </Button>
          )}
          {isUnfinished && (
            <Button kind="secondary" onPress={onDecline}>
              {t("bank.decline")}
            </Button>
          )}
        </>
      }
    >
      {scope !== undefined && (
        <>
          <DescriptionList facts={[[t("permissions.scope"), scopeTextsOf(scope)]]} />
          <p>{t("result.consent.end", { manage: t("manage") })}</p>
        </>
      )}
      {lines.length > 0 && <Found lines={lines} />}
      {missing.length > 0 && (
        <NoticeBox kind="warning">
          {t("result.partial", { products: formatList(missing.map((product) => t(`product.${product}`))) })}
        </NoticeBox>
      )}
      {others.length > 0 && <Others companies={others} />}
    </Screen>
  )
}
