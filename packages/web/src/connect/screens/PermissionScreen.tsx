/**
 * What the client may read or has read, company by company, and its monitors, with buttons to end each of them, and a
 * receipt for each.
 */
import type { ComponentChildren } from "preact"
import { Fragment } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { CompanyMark } from "../../components/CompanyMark.tsx"
import { KindIcon } from "../../components/KindIcon.tsx"
import { Screen } from "../../components/Screen.tsx"
import { formatDateTime } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import type { TextKey } from "../../texts/Texts.ts"
import type { PermissionKey } from "../models/Models.ts"
import type { Permission, PermittedMonitor } from "../models/Permission.ts"
import { groupByCompany, groups } from "../models/PermissionGroups.ts"
import type { CompanyPermissions, PermissionGroup } from "../models/PermissionGroups.ts"
import { MonitorEntry } from "./MonitorEntry.tsx"
import { partId, PermissionEntry } from "./PermissionEntry.tsx"
import "./PermissionScreen.css"

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

const groupTexts = {
  now: { title: "permissions.active", hint: "permissions.active.hint", icon: "reading" },
  waiting: { title: "permissions.monitor.PERSON_REQUIRED", hint: undefined, icon: undefined },
  once: { title: "permissions.once", hint: "permissions.once.hint", icon: "read" },
  earlier: { title: "permissions.earlier", hint: undefined, icon: undefined }
} as const

interface GroupHeadProps {
  readonly group: PermissionGroup
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

/** At how many companies something can be read again, and at how many it was read once. */
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

const leadOf = ({ client, isAsking, isUnfinished, monitors, permissions }: PermissionScreenProps): string => {
  if (permissions.length === 0 && monitors.length === 0) {
    return t(isAsking ? "permissions.noneYet" : "permissions.none", { client })
  }
  const lead = t("permissions.lead")
  return isUnfinished ? `${t("permissions.unfinished", { client })} ${lead}` : lead
}

/** Where a company's card was when an action on it began. */
interface Slot {
  readonly name: string
  readonly group: PermissionGroup
  readonly index: number
  /** The height of the card, in pixels. */
  readonly height: number
}

interface Outcome {
  readonly kind: "success" | "danger"
  readonly text: string
  /** The consent, collection or monitor that the action was on. Absent for a download of everything. */
  readonly id?: string | undefined
  readonly slot?: Slot | undefined
}

/** Says how an action ended, with the focus, because the pressed button can be gone. */
const OutcomeMessage = ({ outcome }: { readonly outcome: Outcome }) => {
  const message = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => message.current?.focus(), [outcome])
  return (
    <div ref={message} class="permissions__outcome" role="status" tabIndex={-1}>
      <NoticeBox kind={outcome.kind}>{outcome.text}</NoticeBox>
    </div>
  )
}

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

const slotOf = (companies: ReadonlyArray<CompanyPermissions>, name: string, id: string): Slot | undefined => {
  const group = companies.find((each) => each.name === name)?.group
  if (group === undefined) return undefined
  const index = companies.filter((each) => each.group === group).findIndex((each) => each.name === name)
  return { name, group, index, height: document.getElementById(partId(id))?.closest("li")?.offsetHeight ?? 0 }
}

interface Action {
  readonly run: () => Promise<boolean>
  /** What the action is on. */
  readonly on?: { readonly id: string; readonly name: string } | undefined
  /** Says that the action is done, unless the result is visible anyway. */
  readonly done?: TextKey
}

/** Asks before steps that cannot be undone, runs actions one after another, and says how the last one ended. */
const useActions = (client: string, companies: ReadonlyArray<CompanyPermissions>) => {
  const [asked, ask] = useState<Asked | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const act = async ({ done, on, run }: Action) => {
    const place = on && { id: on.id, slot: slotOf(companies, on.name, on.id) }
    setBusy(true)
    const isDone = await run()
    setBusy(false)
    // While the dialog is open, nothing outside it can have the focus.
    ask(undefined)
    if (!isDone) setOutcome({ kind: "danger", text: t("error.failed"), ...place })
    else setOutcome(done && { kind: "success", text: t(done, { client, company: on?.name ?? "" }), ...place })
  }
  return { act, ask, asked, busy, outcome }
}

interface CardProps extends Pick<PermissionScreenProps, "onForget" | "onPause" | "onReceipt"> {
  readonly company: CompanyPermissions
  /** The outcome to show in this card. */
  readonly outcome: Outcome | undefined
  readonly act: (action: Action) => Promise<void>
  readonly ask: (asked: Asked) => void
}

/** One company: its consents, the monitors, and what was read. */
const CompanyCard = ({ act, ask, company, onForget, onPause, onReceipt, outcome }: CardProps) => {
  const { monitors, name, permissions } = company
  const messageFor = (id: string): ComponentChildren => outcome?.id === id && <OutcomeMessage outcome={outcome} />
  const entries = (areConsents: boolean) =>
    permissions
      .filter(({ isConsent }) => isConsent === areConsents)
      .map((permission) => (
        <PermissionEntry
          key={permission.id}
          permission={permission}
          message={messageFor(permission.id)}
          onEnd={() => ask(askedFor(permission))}
          onReceipt={() => void act({ run: () => onReceipt(keyOf(permission)), on: permission })}
        />
      ))
  return (
    <li class="permission">
      <div class="permission__head">
        <CompanyMark name={name} />
        <h3>{name}</h3>
      </div>
      {entries(true)}
      {monitors.map((monitor) => {
        const { id } = monitor
        const key = { type: "monitor", id } as const
        return (
          <MonitorEntry
            key={id}
            monitor={monitor}
            message={messageFor(id)}
            onEnd={() => ask({ step: "stop", key, name })}
            onForget={() => void act({ run: () => onForget(id), on: monitor, done: "permissions.forgotten" })}
            onPause={(isPaused) => {
              const done = isPaused ? "permissions.paused" : "permissions.resumed"
              void act({ run: () => onPause(id, isPaused), on: monitor, done })
            }}
            onReceipt={() => void act({ run: () => onReceipt(key), on: monitor })}
          />
        )
      })}
      {entries(false)}
    </li>
  )
}

/** Keeps the place of a card that has gone elsewhere, so that no other button moves under the pointer. */
const EmptySlot = ({ outcome, slot }: { readonly outcome: Outcome; readonly slot: Slot }) => (
  <li class="permissions__left" style={{ minBlockSize: `${slot.height}px` }}>
    <OutcomeMessage outcome={outcome} />
  </li>
)

/** Returns the place that a card left because of an action. */
const leftSlotOf = (companies: ReadonlyArray<CompanyPermissions>, { slot }: Partial<Outcome>): Slot | undefined =>
  companies.find(({ name }) => name === slot?.name)?.group === slot?.group ? undefined : slot

interface CompanyGroupProps extends Omit<CardProps, "company"> {
  readonly group: PermissionGroup
  readonly isUnfinished: boolean
  readonly companies: ReadonlyArray<CompanyPermissions>
  /** The place that a card left in this group. */
  readonly slot: Slot | undefined
}

const CompanyGroup = ({ companies, group, isUnfinished, outcome, slot, ...card }: CompanyGroupProps) => {
  const cards = companies.map((company) => (
    <CompanyCard {...card} key={company.name} company={company} outcome={slot ? undefined : outcome} />
  ))
  const shown =
    slot && outcome ? cards.toSpliced(slot.index, 0, <EmptySlot key="left" outcome={outcome} slot={slot} />) : cards
  if (shown.length === 0) return null
  return (
    <Fragment>
      {cards.length > 0 && <GroupHead group={group} isUnfinished={isUnfinished} />}
      <ul class={`permissions permissions--${group}`}>{shown}</ul>
    </Fragment>
  )
}

export const PermissionScreen = (props: PermissionScreenProps) => {
  const { client, isUnfinished, monitors, onClose, onDownload, onEnd, onForget, onPause, onReceipt, permissions } =
    props
  const companies = groupByCompany(permissions, monitors)
  const { act, ask, asked, busy, outcome } = useActions(client, companies)
  const left = outcome && leftSlotOf(companies, outcome)
  const inGroup = (group: PermissionGroup) => companies.filter((each) => each.group === group)
  const end = ({ key, name, step }: Asked) =>
    act({ run: () => onEnd(key), on: { id: key.id, name }, done: steps[step] })
  return (
    <Screen
      title={t("permissions.title", { client })}
      lead={leadOf(props)}
      onBack={onClose}
      backLabel={t("permissions.close")}
      actions={
        <>
          {onDownload !== undefined && (
            <Button kind="secondary" onPress={() => void act({ run: onDownload })}>
              {t("permissions.download")}
            </Button>
          )}
          {companies.length > 0 && (
            <Button kind="secondary" onPress={() => print()}>
              {t("permissions.print")}
            </Button>
          )}
          {outcome !== undefined && outcome.id === undefined && <OutcomeMessage outcome={outcome} />}
        </>
      }
    >
      <p class="permissions__printed">{t("permissions.printed", { time: formatDateTime(new Date()) })}</p>
      {!isUnfinished && <Summary now={inGroup("now").length} once={inGroup("once").length} />}
      {groups.map((group) => (
        <CompanyGroup
          key={group}
          group={group}
          isUnfinished={isUnfinished}
          companies={inGroup(group)}
          slot={left?.group === group ? left : undefined}
          outcome={left === undefined || left.group === group ? outcome : undefined}
          {...{ act, ask, onForget, onPause, onReceipt }}
        />
      ))}
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
