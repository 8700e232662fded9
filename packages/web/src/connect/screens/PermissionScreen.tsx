/**
 * Lists what the client may read or has read, company by company, and the client's monitors. Each entry has a button
 * that revokes the consent, erases the data or ends the monitor. An entry's details are shown on demand.
 */
import { Fragment } from "preact"
import { useMemo, useState } from "preact/hooks"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { KindIcon } from "../../components/KindIcon.tsx"
import { Screen } from "../../components/Screen.tsx"
import { formatList, zoneName } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { endedLines } from "../models/CompanySummary.ts"
import type { PermissionKey } from "../models/Models.ts"
import type { ReceiptRequest } from "../models/ReceiptText.ts"
import { consequencesOf } from "../models/Statements.ts"
import type { Permission, PermittedMonitor } from "../models/Permission.ts"
import { collectionsIn, groupByCompany, listedGroups } from "../models/PermissionGroups.ts"
import type { CompanyPermissions, PermissionGroup } from "../models/PermissionGroups.ts"
import { CompanyCard, OutcomeMessage } from "./CompanyCard.tsx"
import type { Action, Asked, CompanyCardProps, Outcome, Slot } from "./CompanyCard.tsx"
import type { Facts } from "./PermissionEntry.tsx"
import { PrintedPermissions } from "./PrintedPermissions.tsx"
import "./PermissionScreen.css"

export interface PermissionScreenProps {
  readonly client: string
  readonly permissions: ReadonlyArray<Permission>
  readonly monitors: ReadonlyArray<PermittedMonitor>
  /**
   * False if the session only shows the person's permissions. Any other session has further pages, which say what the
   * client wants to read.
   */
  readonly isAsking: boolean
  /** True if the session has a return URL, in which case the client cannot read anything until the person finishes. */
  readonly isUnfinished: boolean
  /** Revokes the consent, erases the data or ends the monitor. Resolves to false if that failed. */
  readonly onEnd: (key: PermissionKey) => Promise<boolean>
  /** Pauses or resumes a monitor. Resolves to false if that failed. */
  readonly onPause: (monitorId: string, isPaused: boolean) => Promise<boolean>
  /** Erases the username and password that a monitor uses. Resolves to false if that failed. */
  readonly onForget: (monitorId: string) => Promise<boolean>
  /** Saves a receipt. Resolves to false if that failed. */
  readonly onReceipt: (request: ReceiptRequest) => Promise<boolean>
  /** Downloads everything as a file. Resolves to false if that failed. */
  readonly onDownload?: (() => Promise<boolean>) | undefined
  readonly onClose?: (() => void) | undefined
}

const groupTexts = {
  now: { title: "permissions.active", hint: "permissions.active.hint", icon: "reading" },
  waiting: { title: "permissions.monitor.PERSON_REQUIRED", hint: undefined, icon: "waiting" },
  read: { title: "permissions.past", hint: "permissions.past.hint", icon: "read" },
  earlier: { title: "permissions.earlier", hint: undefined, icon: "ended" }
} as const

type ListedGroup = (typeof listedGroups)[number]

interface GroupHeadProps {
  readonly group: ListedGroup
  /** True if the client cannot read anything until the person finishes the session. */
  readonly isUnfinished: boolean
}

/**
 * The heading of a group of permissions. Its icon and color show at first glance whether the client can still read
 * anything.
 */
const GroupHead = ({ group, isUnfinished }: GroupHeadProps) => {
  const { hint, icon, title } = groupTexts[group]
  const isHeld = group === "now" && isUnfinished
  return (
    <div class={`permissions__head permissions__head--${group}`}>
      <KindIcon kind={icon} />
      <div>
        <h2>{t(isHeld ? "permissions.scope" : title)}</h2>
        {hint && !isHeld && <p>{t(hint)}</p>}
      </div>
    </div>
  )
}

const inGroup = (companies: ReadonlyArray<CompanyPermissions>, group: PermissionGroup) =>
  companies.filter((each) => each.group === group)

/** Says from how many companies the client can read or has information, and what the person can do. */
const leadOf = (
  { client, isAsking, isUnfinished }: PermissionScreenProps,
  companies: ReadonlyArray<CompanyPermissions>
): string => {
  if (companies.length === 0 && isAsking) return t("permissions.noneYet", { client })
  if (companies.length > 0 && isUnfinished) return t("permissions.unfinished", { client })
  if (inGroup(companies, "now").length > 0) {
    const known = companies.filter((each) => each.group === "now" || collectionsIn(each, "read").length > 0)
    return t("permissions.sum.now", { n: known.length })
  }
  return inGroup(companies, "read").length > 0 ? t("permissions.sum.read") : t("permissions.none", { client })
}

const steps = {
  revoke: "permissions.revoked",
  erase: "permissions.erased",
  stop: "permissions.stopped",
  forget: "permissions.forgotten"
} as const

const slotOf = (companies: ReadonlyArray<CompanyPermissions>, name: string): Slot | undefined => {
  const group = companies.find((each) => each.name === name)?.group
  if (group === undefined) return undefined
  const index = inGroup(companies, group).findIndex((each) => each.name === name)
  return { name, group, index }
}

/** What a step ends, and what stays. */
const consequenceFactsOf = (companies: ReadonlyArray<CompanyPermissions>, asked: Asked): Facts => {
  const company = companies.find(({ name }) => name === asked.name)
  if (company === undefined) return []
  const { ends, stays } = consequencesOf(company, asked)
  const isErasure = asked.step === "erase" || asked.step === "forget"
  return [
    [t(isErasure ? "permissions.now.erased" : "permissions.now.ends"), ends],
    [t("permissions.now.stays"), stays.length > 0 ? stays : [t("permissions.nothing")]]
  ]
}

/** Asks before steps that cannot be undone, runs actions one after another, and says how the last one ended. */
const useActions = (client: string, companies: ReadonlyArray<CompanyPermissions>) => {
  const [asked, ask] = useState<Asked | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const act = async ({ done, on, run, taken }: Action) => {
    const place = on === undefined ? {} : { slot: slotOf(companies, on) }
    setBusy(true)
    const isDone = await run()
    setBusy(false)
    // Closes the dialog first, because nothing outside an open dialog can have the focus.
    ask(undefined)
    if (!isDone) setOutcome({ kind: "danger", text: t("error.failed"), ...place })
    else setOutcome(done && { kind: "success", text: t(done, { client, company: on ?? "" }), taken, ...place })
  }
  // Only after the step do the permissions say when it ended something.
  const taken = outcome?.taken
  const changed = companies.find(({ name }) => name === taken?.name)
  const details = taken && changed && endedLines(changed, taken).join(" · ")
  const shown = useMemo(() => outcome && { ...outcome, details: details || undefined }, [outcome, details])
  return { act, ask, asked, busy, outcome: shown }
}

/** Takes a step for these keys one after another. Stops and returns false at the first failure. */
const forAll = async (keys: ReadonlyArray<PermissionKey>, take: PermissionScreenProps["onEnd"]): Promise<boolean> => {
  for (const key of keys) if (!(await take(key))) return false
  return true
}

/** Fills the place of a card that has moved elsewhere, so that the next card does not move under the pointer. */
const EmptySlot = ({ outcome }: { readonly outcome: Outcome }) => (
  <li class="permissions__left">
    <OutcomeMessage outcome={outcome} />
  </li>
)

/** Returns the slot that a card left when an action moved it to another group. */
const leftSlotOf = (companies: ReadonlyArray<CompanyPermissions>, { slot }: Partial<Outcome>): Slot | undefined =>
  companies.find(({ name }) => name === slot?.name)?.group === slot?.group ? undefined : slot

interface CompanyGroupProps extends Omit<CompanyCardProps, "company"> {
  readonly group: ListedGroup
  readonly isUnfinished: boolean
  readonly companies: ReadonlyArray<CompanyPermissions>
  /** The old place of a card that has moved out of this group. */
  readonly slot: Slot | undefined
}

const CompanyGroup = ({ companies, group, isUnfinished, outcome, slot, ...card }: CompanyGroupProps) => {
  const cards = companies.map((company) => (
    <CompanyCard {...card} key={company.name} company={company} outcome={slot ? undefined : outcome} />
  ))
  const shown = slot && outcome ? cards.toSpliced(slot.index, 0, <EmptySlot key="left" outcome={outcome} />) : cards
  if (shown.length === 0) return null
  return (
    <Fragment>
      {cards.length > 0 && <GroupHead group={group} isUnfinished={isUnfinished} />}
      <ul class={`permissions permissions--${group}`}>{shown}</ul>
    </Fragment>
  )
}

export const PermissionScreen = (props: PermissionScreenProps) => {
  const { client, isUnfinished, monitors, onClose, onDownload, onForget, onPause, onReceipt, permissions } = props
  const companies = groupByCompany(permissions, monitors)
  const { act, ask, asked, busy, outcome } = useActions(client, companies)
  const listed = companies.filter(({ group }) => group !== "nothing")
  const nothing = inGroup(companies, "nothing").map(({ name }) => name)
  const left = outcome && leftSlotOf(companies, outcome)
  const end = (taken: Asked) =>
    act({
      run: () => forAll(taken.keys, taken.step === "forget" ? ({ id }) => onForget(id) : props.onEnd),
      on: taken.name,
      done: steps[taken.step],
      taken
    })
  return (
    <Screen
      title={t("permissions.title", { client })}
      lead={leadOf(props, listed)}
      onBack={onClose}
      backLabel={t("permissions.close")}
      actions={
        <>
          {onDownload !== undefined && companies.length > 0 && (
            <Button kind="secondary" onPress={() => void act({ run: onDownload })}>
              {t("permissions.download")}
            </Button>
          )}
          {listed.length > 0 && (
            <Button kind="quiet" onPress={() => print()}>
              {t("permissions.print")}
            </Button>
          )}
          {outcome !== undefined && outcome.slot === undefined && <OutcomeMessage outcome={outcome} />}
        </>
      }
    >
      <PrintedPermissions client={client} companies={listed} />
      {listedGroups.map((group) => (
        <CompanyGroup
          key={group}
          group={group}
          isUnfinished={isUnfinished}
          companies={inGroup(companies, group)}
          slot={left?.group === group ? left : undefined}
          outcome={left === undefined || left.group === group ? outcome : undefined}
          {...{ act, ask, onPause, onReceipt }}
        />
      ))}
      {nothing.length > 0 && (
        <p class="permissions__note">{t("permissions.nothingFrom", { companies: formatList(nothing) })}</p>
      )}
      {listed.length > 0 && <p class="permissions__note">{t("permissions.zone", { zone: zoneName() })}</p>}
      {asked !== undefined && (
        <ConfirmDialog
          title={t(`permissions.${asked.step}.title`, { company: asked.name })}
          text={t(`permissions.${asked.step}.text`, { client })}
          facts={consequenceFactsOf(companies, asked)}
          confirm={t(`permissions.${asked.step}`)}
          busy={busy}
          onConfirm={() => void end(asked)}
          onDismiss={() => ask(undefined)}
        />
      )}
    </Screen>
  )
}
