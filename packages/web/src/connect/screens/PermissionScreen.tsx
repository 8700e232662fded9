/**
 * The data that the client may read or has read, and its monitors, with buttons to end each of them, and a receipt for each.
 */
import { Fragment } from "preact"
import { useState } from "preact/hooks"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { CompanyMark } from "../../components/CompanyMark.tsx"
import { KindIcon } from "../../components/KindIcon.tsx"
import { Screen } from "../../components/Screen.tsx"
import { formatDay, formatDateTime } from "../../texts/Formats.ts"
import { t, textOrDefault } from "../../texts/Texts.ts"
import type { TextKey } from "../../texts/Texts.ts"
import { recordCountLinesOf } from "../models/RecordCounts.ts"
import { scopeTextsOf } from "../models/ScopeTexts.ts"
import type { PermissionKey, RecordCounts } from "../models/Models.ts"
import { MonitorEntry, NamedButton } from "./MonitorEntry.tsx"
import type { PermittedMonitor } from "./MonitorEntry.tsx"
import "./PermissionScreen.css"

/** One company's consent, or one collection's data. */
export interface Permission {
  readonly id: string
  readonly name: string
  readonly isConsent: boolean
  /** The status of the consent or of the collection. */
  readonly status: string
  /** True while the client can still read something new: the consent has not ended, or the collection is running. */
  readonly isOpen: boolean
  readonly counts: RecordCounts
  readonly scope?: { readonly balances: boolean; readonly transactions: boolean }
  /** The method in words. */
  readonly method?: string
  readonly lastReadAt?: string
  readonly until?: string
  /** True if the consent can be revoked, or the data erased. */
  readonly canEnd: boolean
}

export interface PermissionScreenProps {
  readonly client: string
  readonly permissions: ReadonlyArray<Permission>
  readonly monitors: ReadonlyArray<PermittedMonitor>
  /** True if the session asks for something, so that its own pages say what the client wants to read. */
  readonly isAsking: boolean
  /** True if the session has a return URL: the client can then read nothing until the person finishes. */
  readonly isUnfinished: boolean
  /** Revokes the consent, erases the data or ends the monitor. Resolves to false if that failed. */
  readonly onEnd: (key: PermissionKey) => Promise<boolean>
  /** Pauses a monitor, or lets it go on. Resolves to false if that failed. */
  readonly onPause: (monitorId: string, isPaused: boolean) => Promise<boolean>
  /** Erases the username and password that a monitor uses. Resolves to false if that failed. */
  readonly onForget: (monitorId: string) => Promise<boolean>
  /** Saves a receipt. Resolves to false if that failed. */
  readonly onReceipt: (key: PermissionKey) => Promise<boolean>
  /** Downloads everything as a file. Resolves to false if that failed. */
  readonly onDownload?: (() => Promise<boolean>) | undefined
  readonly onClose?: (() => void) | undefined
}

const readOf = ({ canEnd, counts, isConsent, isOpen, lastReadAt }: Permission): ReadonlyArray<string> => {
  const lines = recordCountLinesOf(counts).map(({ text }) => text)
  if (lines.length > 0) return lines
  // The service erases the counts together with the data.
  if (lastReadAt !== undefined && (isConsent || !canEnd)) return [t("permissions.gone")]
  return [t(isOpen ? "permissions.nothingYet" : "permissions.nothing")]
}

/** The groups of permissions below those with which something can be read now. */
const laterGroups = ["waiting", "once", "earlier"] as const

type Group = "now" | (typeof laterGroups)[number]

const groupOf = ({ canEnd, isConsent, isOpen, status }: Permission): Group => {
  if (!canEnd && !isOpen) return "earlier"
  if (isConsent) return status === "AUTHORIZED" ? "now" : "waiting"
  return isOpen ? "now" : "once"
}

const groupTexts = {
  now: { title: "permissions.active", hint: "permissions.active.hint", icon: "reading" },
  waiting: { title: "permissions.AWAITING_AUTHORIZATION", hint: undefined, icon: undefined },
  once: { title: "permissions.once", hint: "permissions.once.hint", icon: "read" },
  earlier: { title: "permissions.earlier", hint: undefined, icon: undefined }
} as const

interface GroupHeadProps {
  readonly group: Group
  /** True if the client can read nothing until the person finishes. */
  readonly isUnfinished: boolean
}

/** The heading of a group, whose drawing and color say at first glance whether anything can still be read. */
const GroupHead = ({ group, isUnfinished }: GroupHeadProps) => {
  const { hint, icon, title } = groupTexts[group]
  const isHeld = group === "now" && isUnfinished
  return (
    <div class={`permissions__head permissions__head--${group}`}>
      {icon && <KindIcon kind={icon} />}
      <div>
        <h2>{t(isHeld ? "permissions.scope" : title)}</h2>
        {hint && !isHeld && <p>{t(hint)}</p>}
      </div>
    </div>
  )
}

/** How much can be read again, and how much was read once. */
const Summary = ({ now, once }: { readonly now: number; readonly once: number }) =>
  now + once > 0 && (
    <dl class="permissions__sum">
      {(
        [
          ["now", now],
          ["once", once]
        ] as const
      ).map(([group, count]) => (
        <div key={group} class={`permissions__tile permissions__head--${count === 0 ? "none" : group}`}>
          <dt>{t(groupTexts[group].title)}</dt>
          <dd>{count}</dd>
          <KindIcon kind={groupTexts[group].icon} />
        </div>
      ))}
    </dl>
  )

/** The state of a consent that is not in force. The state shows that the terms are not a permission. */
const StateBadge = ({ isOpen, status }: Permission) => (
  <Badge tone={isOpen ? "notice" : "neutral"}>
    {textOrDefault(`permissions.${status}`, "permissions.AWAITING_AUTHORIZATION")}
  </Badge>
)

/** The statuses of what was permitted or read, for which there is a receipt. */
const certified: ReadonlyArray<string> = [
  "AUTHORIZED",
  "EXPIRED",
  "REVOKED",
  "COMPLETED",
  "COMPLETED_PARTIAL",
  "COMPLETED_EMPTY"
]

interface EntryProps {
  readonly permission: Permission
  readonly onEnd: () => void
  readonly onReceipt: () => void
}

const Entry = ({ onEnd, onReceipt, permission }: EntryProps) => {
  const { canEnd, isConsent, lastReadAt, method, name, status, until } = permission
  const isInForce = !isConsent || status === "AUTHORIZED"
  return (
    <li class="permission">
      <div class="permission__head">
        <CompanyMark name={name} />
        <h3>{name}</h3>
        {!isInForce && <StateBadge {...permission} />}
      </div>
      <DescriptionList
        facts={[
          [
            t(isInForce ? "permissions.scope" : "permissions.covers"),
            permission.scope === undefined ? [] : scopeTextsOf(permission.scope)
          ],
          [t("permissions.read"), readOf(permission)],
          [t("permissions.lastRead"), lastReadAt === undefined ? [] : [formatDateTime(lastReadAt)]],
          [t("permissions.method"), method === undefined ? [] : [method]],
          [
            t(isConsent ? "permissions.until" : "permissions.stored"),
            until === undefined || !isInForce ? [] : [formatDay(until)]
          ]
        ]}
      />
      <div class="permission__actions">
        {certified.includes(status) && (
          <NamedButton kind="secondary" text={t("permissions.receipt")} name={name} onPress={onReceipt} />
        )}
        {canEnd && (
          <NamedButton
            kind="danger"
            text={t(isConsent ? "permissions.revoke" : "permissions.erase")}
            name={name}
            onPress={onEnd}
          />
        )}
      </div>
    </li>
  )
}

const leadOf = ({ client, isAsking, isUnfinished, monitors, permissions }: PermissionScreenProps): string => {
  if (permissions.length === 0 && monitors.length === 0) {
    return t(isAsking ? "permissions.noneYet" : "permissions.none", { client })
  }
  const lead = t("permissions.lead")
  return isUnfinished ? `${t("permissions.unfinished", { client })} ${lead}` : lead
}

type Outcome = { readonly kind: "success" | "danger"; readonly text: string }

/** The steps that cannot be undone, each with the text that says that it is done. */
const steps = { revoke: "permissions.revoked", erase: "permissions.erased", stop: "permissions.stopped" } as const

interface Asked {
  readonly step: keyof typeof steps
  readonly key: PermissionKey
  readonly name: string
}

const keyOf = ({ id, isConsent }: Permission): PermissionKey => ({ type: isConsent ? "consent" : "collection", id })

const askedFor = (permission: Permission): Asked => ({
  step: permission.isConsent ? "revoke" : "erase",
  key: keyOf(permission),
  name: permission.name
})

/** Runs actions one after another, and says how the last one ended. */
const useActions = (client: string) => {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const run = async (action: () => Promise<boolean>, done?: TextKey, company = "") => {
    setBusy(true)
    const isDone = await action()
    setBusy(false)
    if (!isDone) setOutcome({ kind: "danger", text: t("error.failed") })
    else setOutcome(done && { kind: "success", text: t(done, { client, company }) })
  }
  return { busy, outcome, run }
}

type Run = ReturnType<typeof useActions>["run"]

interface ListProps extends Pick<PermissionScreenProps, "onForget" | "onPause" | "onReceipt"> {
  readonly run: Run
  readonly onAsk: (asked: Asked) => void
}

interface EntriesProps extends ListProps {
  readonly group: Group
  readonly permissions: ReadonlyArray<Permission>
}

const Entries = ({ group, onAsk, onReceipt, permissions, run }: EntriesProps) => (
  <ul class={`permissions permissions--${group}`}>
    {permissions.map((permission) => (
      <Entry
        key={permission.id}
        permission={permission}
        onEnd={() => onAsk(askedFor(permission))}
        onReceipt={() => void run(() => onReceipt(keyOf(permission)))}
      />
    ))}
  </ul>
)

const Monitors = ({
  monitors,
  onAsk,
  onForget,
  onPause,
  onReceipt,
  run
}: ListProps & { readonly monitors: ReadonlyArray<PermittedMonitor> }) => (
  <ul class="permissions">
    {monitors.map((monitor) => {
      const { id, name } = monitor
      const key = { type: "monitor", id } as const
      return (
        <MonitorEntry
          key={id}
          monitor={monitor}
          onEnd={() => onAsk({ step: "stop", key, name })}
          onForget={() => void run(() => onForget(id), "permissions.forgotten", name)}
          onPause={(isPaused) =>
            void run(() => onPause(id, isPaused), isPaused ? "permissions.paused" : "permissions.resumed", name)
          }
          onReceipt={() => void run(() => onReceipt(key))}
        />
      )
    })}
  </ul>
)

export const PermissionScreen = (props: PermissionScreenProps) => {
  const { client, isUnfinished, monitors, onClose, onDownload, onEnd, onForget, onPause, onReceipt, permissions } =
    props
  const [asked, ask] = useState<Asked | undefined>(undefined)
  const { busy, outcome, run } = useActions(client)
  const groups = Object.groupBy(permissions, groupOf)
  const looking = monitors.filter(({ status }) => status === "ACTIVE")
  const list = { run, onAsk: ask, onForget, onPause, onReceipt }
  const entriesIn = (group: Group) => {
    const own = groups[group]
    return (
      own && (
        <Fragment key={group}>
          <GroupHead group={group} isUnfinished={isUnfinished} />
          <Entries {...list} group={group} permissions={own} />
        </Fragment>
      )
    )
  }
  const end = async ({ key, name, step }: Asked) => {
    await run(() => onEnd(key), steps[step], name)
    ask(undefined)
  }
  return (
    <Screen
      title={t("permissions.title", { client })}
      lead={leadOf(props)}
      onBack={onClose}
      backLabel={t("permissions.close")}
      actions={
        <>
          {onDownload !== undefined && (
            <Button kind="secondary" onPress={() => void run(onDownload)}>
              {t("permissions.download")}
            </Button>
          )}
          {permissions.length + monitors.length > 0 && (
            <Button kind="secondary" onPress={() => print()}>
              {t("permissions.print")}
            </Button>
          )}
        </>
      }
    >
      <p class="permissions__printed">{t("permissions.printed", { time: formatDateTime(new Date()) })}</p>
      <div class="permissions__outcome" role="status">
        {outcome !== undefined && <NoticeBox kind={outcome.kind}>{outcome.text}</NoticeBox>}
      </div>
      {!isUnfinished && <Summary now={(groups.now?.length ?? 0) + looking.length} once={groups.once?.length ?? 0} />}
      {entriesIn("now")}
      {monitors.length > 0 && <h2>{t("permissions.monitors")}</h2>}
      {monitors.length > 0 && <Monitors {...list} monitors={monitors} />}
      {laterGroups.map(entriesIn)}
      {asked !== undefined && (
        <ConfirmDialog
          title={t(`permissions.${asked.step}.title`, { company: asked.name })}
          text={t(`permissions.${asked.step}.text`, { client })}
          confirm={t(`permissions.${asked.step}`)}
          busy={busy}
          onConfirm={() => void end(asked)}
          onDismiss={() => ask(undefined)}
        />
      )}
    </Screen>
  )
}
