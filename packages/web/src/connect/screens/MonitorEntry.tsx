/** A monitor on the permission page: what, how often, the last and the next time, what changed, and the ways to stop it. */
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import type { ButtonKind } from "../../components/Button.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import { CompanyMark } from "../../components/CompanyMark.tsx"
import { formatDateTime, formatDay, formatList } from "../../texts/Formats.ts"
import { t, textOrDefault } from "../../texts/Texts.ts"
import type { Group, Interval, Product } from "../models/Models.ts"
import { credentialsLines, frequencyText } from "./MonitorScreen.tsx"

/** The newest changes, in numbers. */
export interface MonitorChanges {
  readonly at: string
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly transactions: number
  readonly groups: ReadonlyArray<Group>
}

export interface PermittedMonitor {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly products: ReadonlyArray<Product>
  readonly every: Interval
  readonly at?: string | undefined
  readonly timeZone: string
  readonly until: string
  readonly lastAt?: string | undefined
  readonly nextAt?: string | undefined
  readonly changes?: MonitorChanges | undefined
  /** The end dates of policies, the only values that a monitor keeps. */
  readonly policyEnds: ReadonlyArray<string>
  /** The time until which the username and password are kept, if the person has allowed it. */
  readonly credentialsKeptUntil?: string | undefined
  readonly isPausedByPerson: boolean
}

/** A button whose name for screen readers says what it is about. */
export const NamedButton = (props: {
  readonly kind: ButtonKind
  readonly text: string
  readonly name: string
  readonly onPress: () => void
}) => (
  <Button kind={props.kind} onPress={props.onPress}>
    {props.text}
    <span class="visually-hidden">: {props.name}</span>
  </Button>
)

const changeLines = ({ added, at, changed, groups, removed, transactions }: MonitorChanges): ReadonlyArray<string> => [
  formatDateTime(at),
  ...(added > 0 ? [t("permissions.monitor.ADDED", { n: added })] : []),
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

const timeLine = (time: string | undefined): ReadonlyArray<string> => (time === undefined ? [] : [formatDateTime(time)])

export interface MonitorEntryProps {
  readonly monitor: PermittedMonitor
  readonly onEnd: () => void
  readonly onForget: () => void
  readonly onPause: (isPaused: boolean) => void
  readonly onReceipt: () => void
}

export const MonitorEntry = ({ monitor, onEnd, onForget, onPause, onReceipt }: MonitorEntryProps) => {
  const { at, changes, credentialsKeptUntil, every, isPausedByPerson, lastAt, name } = monitor
  const { nextAt, policyEnds, products, status, timeZone, until } = monitor
  const isEnded = status === "ENDED"
  const isActive = status === "ACTIVE"
  return (
    <li class="permission">
      <div class="permission__head">
        <CompanyMark name={name} />
        <h3>{name}</h3>
        {!isActive && (
          <Badge tone={isEnded ? "neutral" : "notice"}>
            {textOrDefault(`permissions.monitor.${status}`, "permissions.monitor.ENDED")}
          </Badge>
        )}
      </div>
      <DescriptionList
        facts={[
          [t("welcome.what"), products.map((product) => t(`product.${product}`))],
          [t("welcome.howOften"), isEnded ? [] : [frequencyText(every, at, timeZone)]],
          [t("permissions.monitor.last"), timeLine(lastAt)],
          [t("permissions.monitor.next"), timeLine(nextAt)],
          [
            t("permissions.monitor.changes"),
            changes === undefined ? [t("permissions.nothingYet")] : changeLines(changes)
          ],
          [t("permissions.monitor.kept"), policyEnds.map((day) => formatDay(day))],
          [t("monitor.credentials"), credentialsLines(credentialsKeptUntil)],
          [t("permissions.until"), isEnded ? [] : [formatDay(until)]]
        ]}
      />
      <div class="permission__actions">
        <NamedButton kind="secondary" text={t("permissions.receipt")} name={name} onPress={onReceipt} />
        {isActive && (
          <NamedButton kind="secondary" text={t("permissions.pause")} name={name} onPress={() => onPause(true)} />
        )}
        {isPausedByPerson && status === "PAUSED" && (
          <NamedButton kind="secondary" text={t("permissions.resume")} name={name} onPress={() => onPause(false)} />
        )}
        {credentialsKeptUntil !== undefined && (
          <NamedButton kind="danger" text={t("permissions.forget")} name={name} onPress={onForget} />
        )}
        {!isEnded && <NamedButton kind="danger" text={t("permissions.stop")} name={name} onPress={onEnd} />}
      </div>
    </li>
  )
}
