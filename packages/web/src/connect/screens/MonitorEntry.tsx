/**
 * The details of a monitor on the permission page: what it reads, how often, when it last ran and will run next, and
 * what changed.
 */
import { Badge } from "../../components/Badge.tsx"
import { formatDateTime, formatDay, formatLastDay, formatList } from "../../texts/Formats.ts"
import { isTextKey, t, textOrDefault } from "../../texts/Texts.ts"
import type { TextKey } from "../../texts/Texts.ts"
import { capitalized } from "../models/CompanySummary.ts"
import type { Product } from "../models/Models.ts"
import type { MonitorChanges, PermittedMonitor } from "../models/Permission.ts"
import { frequencyHere } from "../models/MonitorTexts.ts"
import { Disclosure } from "./Disclosure.tsx"
import { credentialsLines } from "./MonitorScreen.tsx"
import { NamedButton, Part, timeLine } from "./PermissionEntry.tsx"

/**
 * Returns the key of the text about new records. The text names the kind of record if the monitor covers only one
 * product.
 */
const addedKeyOf = ([product, ...others]: ReadonlyArray<Product>): TextKey => {
  const key = `permissions.monitor.ADDED.${product ?? ""}`
  return others.length === 0 && isTextKey(key) ? key : "permissions.monitor.ADDED"
}

const changeLines = (
  { added, at, changed, groups, removed, transactions }: MonitorChanges,
  products: ReadonlyArray<Product>
): ReadonlyArray<string> => [
  formatDateTime(at),
  ...(added > 0 ? [t(addedKeyOf(products), { n: added })] : []),
  ...(changed > 0
    ? [
        t("permissions.monitor.CHANGED", {
          n: changed,
          groups: formatList(groups.map((group) => t(`group.${group}`)))
        })
      ]
    : []),
  ...(removed > 0 ? [t("permissions.monitor.REMOVED", { n: removed })] : []),
  ...(transactions > 0 ? [t("permissions.monitor.TRANSACTIONS", { n: transactions })] : [])
]

/** The end dates of policies, about which the client gets reminders. */
const PolicyEnds = ({ days, name }: { readonly days: ReadonlyArray<string>; readonly name: string }) => (
  <div class="permission__days">
    <dt>{t("permissions.monitor.kept")}</dt>
    <dd>
      <Disclosure text={t("permissions.monitor.dates", { n: days.length })} name={name}>
        {days.map((day) => (
          <li key={day}>{formatDay(day)}</li>
        ))}
      </Disclosure>
    </dd>
  </div>
)

export interface MonitorEntryProps {
  readonly monitor: PermittedMonitor
  /** Ends the monitor. Absent if the company's main button does this. */
  readonly onEnd?: (() => void) | undefined
  readonly onForget: () => void
  readonly onPause: (isPaused: boolean) => void
}

export const MonitorEntry = ({ monitor, onEnd, onForget, onPause }: MonitorEntryProps) => {
  const { changes, credentialsKeptUntil, endedAt, givenAt, isPausedByPerson, lastAt, name } = monitor
  const { nextAt, policyEnds, products, status, until } = monitor
  const isEnded = status === "ENDED"
  const isActive = status === "ACTIVE"
  return (
    <Part
      title={t(`permissions.monitors.${monitor.every}`)}
      badge={
        !isActive && (
          <Badge tone={isEnded ? "neutral" : "notice"}>
            {textOrDefault(`permissions.monitor.${status}`, "permissions.monitor.ENDED")}
          </Badge>
        )
      }
      facts={[
        [t("welcome.what"), products.map((product) => capitalized(t(`product.${product}`)))],
        [t("welcome.howOften"), isEnded ? [] : [frequencyHere(monitor)]],
        [t("permissions.given"), timeLine(givenAt)],
        [t("permissions.monitor.last"), timeLine(lastAt)],
        [t("permissions.monitor.next"), timeLine(nextAt)],
        [
          t("permissions.monitor.changes"),
          changes === undefined ? [t("permissions.nothingYet")] : changeLines(changes, products)
        ],
        [t("monitor.credentials"), credentialsLines(credentialsKeptUntil)],
        [t("permissions.ended"), timeLine(endedAt)],
        [t("permissions.until"), isEnded ? [] : [formatLastDay(until)]]
      ]}
      moreFacts={policyEnds.length > 0 && <PolicyEnds days={policyEnds} name={name} />}
      buttons={
        <>
          {isActive && (
            <NamedButton kind="quiet" text={t("permissions.pause")} name={name} onPress={() => onPause(true)} />
          )}
          {isPausedByPerson && status === "PAUSED" && (
            <NamedButton kind="quiet" text={t("permissions.resume")} name={name} onPress={() => onPause(false)} />
          )}
          {credentialsKeptUntil !== undefined && (
            <NamedButton kind="quiet" text={t("permissions.forget")} name={name} onPress={onForget} />
          )}
          {!isEnded && onEnd !== undefined && (
            <NamedButton kind="quiet" text={t("permissions.stop")} name={name} onPress={onEnd} />
          )}
        </>
      }
    />
  )
}
