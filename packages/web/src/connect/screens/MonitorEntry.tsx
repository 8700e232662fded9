/** A monitor on the permission page: what, how often, the last and the next time, what changed, and the ways to stop it. */
import type { ComponentChildren } from "preact"
import { Badge } from "../../components/Badge.tsx"
import { formatDateTime, formatDay, formatList } from "../../texts/Formats.ts"
import { t, textOrDefault } from "../../texts/Texts.ts"
import type { MonitorChanges, PermittedMonitor } from "../models/Permission.ts"
import { credentialsLines, frequencyText } from "./MonitorScreen.tsx"
import { NamedButton, Part } from "./PermissionEntry.tsx"

const changeLines = (
  { added, at, changed, groups, removed, transactions }: MonitorChanges,
  timeZone: string
): ReadonlyArray<string> => [
  formatDateTime(at, timeZone),
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

/** Returns a time in the monitor's time zone, in which the person also reads how often it looks. */
const timeLine = (time: string | undefined, timeZone: string): ReadonlyArray<string> =>
  time === undefined ? [] : [formatDateTime(time, timeZone)]

export interface MonitorEntryProps {
  readonly monitor: PermittedMonitor
  /** How the last action on the monitor ended. */
  readonly message?: ComponentChildren
  readonly onEnd: () => void
  readonly onForget: () => void
  readonly onPause: (isPaused: boolean) => void
  readonly onReceipt: () => void
}

export const MonitorEntry = ({ message, monitor, onEnd, onForget, onPause, onReceipt }: MonitorEntryProps) => {
  const { at, changes, credentialsKeptUntil, endedAt, every, givenAt, id, isPausedByPerson, lastAt, name } = monitor
  const { nextAt, policyEnds, products, status, timeZone, until } = monitor
  const isEnded = status === "ENDED"
  const isActive = status === "ACTIVE"
  return (
    <Part
      id={id}
      title={t("permissions.monitors")}
      badge={
        !isActive && (
          <Badge tone={isEnded ? "neutral" : "notice"}>
            {textOrDefault(`permissions.monitor.${status}`, "permissions.monitor.ENDED")}
          </Badge>
        )
      }
      message={message}
      facts={[
        [t("welcome.what"), products.map((product) => t(`product.${product}`))],
        [t("welcome.howOften"), isEnded ? [] : [frequencyText(every, at, timeZone)]],
        [t("permissions.given"), timeLine(givenAt, timeZone)],
        [t("permissions.monitor.last"), timeLine(lastAt, timeZone)],
        [t("permissions.monitor.next"), timeLine(nextAt, timeZone)],
        [
          t("permissions.monitor.changes"),
          changes === undefined ? [t("permissions.nothingYet")] : changeLines(changes, timeZone)
        ],
        [t("permissions.monitor.kept"), policyEnds.map((day) => formatDay(day))],
        [t("monitor.credentials"), credentialsLines(credentialsKeptUntil)],
        [t("permissions.ended"), timeLine(endedAt, timeZone)],
        [t("permissions.until"), isEnded ? [] : [formatDay(until)]]
      ]}
    >
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
    </Part>
  )
}
