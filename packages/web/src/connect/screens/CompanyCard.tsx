/** A company on the permission page: one line, one main button, and the details on demand, which replace the line. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { CompanyMark } from "../../components/CompanyMark.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { formatDateTime, formatDay } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import type { TextKey } from "../../texts/Texts.ts"
import { endOf, keyOf, lineOf, mainStepOf, stateOf } from "../models/CompanySummary.ts"
import type { EndStep, MainStep } from "../models/CompanySummary.ts"
import type { PermissionKey } from "../models/Models.ts"
import type { Permission } from "../models/Permission.ts"
import { collectionsIn } from "../models/PermissionGroups.ts"
import type { CompanyPermissions, PermissionGroup } from "../models/PermissionGroups.ts"
import { fileNameOf } from "../models/ReceiptText.ts"
import type { ReceiptRequest } from "../models/ReceiptText.ts"
import { kindOf, statementsOf } from "../models/Statements.ts"
import type { Statement } from "../models/Statements.ts"
import { CollectionEntries } from "./CollectionEntries.tsx"
import { Disclosure } from "./Disclosure.tsx"
import { MonitorEntry } from "./MonitorEntry.tsx"
import { NamedButton, PermissionEntry } from "./PermissionEntry.tsx"
import "./CompanyCard.css"

/** Where a company's card was when an action on it began. */
export interface Slot {
  readonly name: string
  readonly group: PermissionGroup
  readonly index: number
}

export interface Outcome {
  readonly kind: "success" | "danger"
  readonly text: string
  /** The irreversible step that was taken. */
  readonly taken?: Asked | undefined
  /** When the step ended something, and when what was read is erased. */
  readonly details?: string | undefined
  /**
   * Where the company's card was when the action began. Absent for a download of everything, which concerns no single
   * company.
   */
  readonly slot?: Slot | undefined
}

export interface Action {
  readonly run: () => Promise<boolean>
  /** The name of the company that the action concerns. */
  readonly on?: string | undefined
  /** The text that confirms the action. Absent if the result is visible anyway. */
  readonly done?: TextKey
  /** The step, if it cannot be undone. */
  readonly taken?: Asked
}

/** An irreversible step that the person has been asked to confirm. */
export interface Asked extends MainStep {
  readonly name: string
}

/** Says how an action ended. Takes the focus, because the button that was pressed may be gone. */
export const OutcomeMessage = ({ outcome }: { readonly outcome: Outcome }) => {
  const message = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => message.current?.focus(), [outcome])
  return (
    <div ref={message} class="permissions__outcome" role="status" tabIndex={-1}>
      <NoticeBox kind={outcome.kind}>
        {outcome.details === undefined ? outcome.text : <strong>{outcome.text}</strong>}
        {outcome.details !== undefined && <span>{outcome.details}</span>}
      </NoticeBox>
    </div>
  )
}

interface Titled {
  readonly title: string
  readonly givenAt: string
}

/** Adds the time only if another one has the same title. */
const distinctTitleOf = ({ givenAt, title }: Titled, all: ReadonlyArray<Titled>): string =>
  all.filter((each) => each.title === title).length > 1 ? `${title}, ${formatDateTime(givenAt)}` : title

export interface CompanyCardProps {
  readonly company: CompanyPermissions
  /** The outcome to show in this card. */
  readonly outcome: Outcome | undefined
  readonly act: (action: Action) => Promise<void>
  readonly ask: (asked: Asked) => void
  readonly onPause: (monitorId: string, isPaused: boolean) => Promise<boolean>
  readonly onReceipt: (request: ReceiptRequest) => Promise<boolean>
}

interface ReceiptsProps extends Pick<CompanyCardProps, "act" | "onReceipt"> {
  readonly name: string
  readonly statements: ReadonlyArray<Statement>
}

/** Says what receipts are for, and lists them on demand: each as a text, and as the signed file alone. */
const Receipts = ({ act, name, onReceipt, statements }: ReceiptsProps) => {
  const titled = statements.map((statement) => ({ statement, title: statement.kind, givenAt: statement.givenAt }))
  const save = (statement: Statement, form: ReceiptRequest["form"]) => {
    const request = { key: statement.key, form, company: name, statement, fileName: fileNameOf(name, statement) }
    void act({ run: () => onReceipt(request), on: name })
  }
  return (
    <div class="permission__part permission__receipts">
      <div>
        <h4>{t("permissions.receipts")}</h4>
        <p class="permission__note">{t("permissions.receipts.text")}</p>
      </div>
      <Disclosure text={t("permissions.receipt")} name={name}>
        {titled.map((each) => {
          const title = distinctTitleOf(each, titled)
          const button = { kind: "quiet", name: `${title}, ${name}` } as const
          return (
            <li key={each.statement.key.id} class="permission__receipt">
              <span>{title}</span>
              <div class="permission__actions">
                <NamedButton
                  {...button}
                  text={t("permissions.receipt.text")}
                  onPress={() => save(each.statement, "text")}
                />
                <NamedButton
                  {...button}
                  text={t("permissions.receipt.signed")}
                  onPress={() => save(each.statement, "signed")}
                />
              </div>
            </li>
          )
        })}
      </Disclosure>
    </div>
  )
}

/** Lists every consent, monitor and collection at the company, and their receipts. */
const Details = ({ act, ask, company, onPause, onReceipt }: CompanyCardProps) => {
  const { monitors, name, permissions } = company
  const main = mainStepOf(company)
  /** Each part has its own button to end it, unless the company's main button does the same. */
  const ending = (step: EndStep, ...keys: ReadonlyArray<PermissionKey>) =>
    main?.step === step && main.keys.length === keys.length ? undefined : () => ask({ step, keys, name })
  const certified = statementsOf(company).filter(({ isCertified }) => isCertified)
  const titled = (each: Permission) => ({ permission: each, title: kindOf(each), givenAt: each.givenAt })
  const consents = permissions.filter(({ isConsent }) => isConsent).map(titled)
  const running = collectionsIn(company, "now").map(titled)
  return (
    <>
      {consents.map((consent) => (
        <PermissionEntry
          key={consent.permission.id}
          permission={consent.permission}
          title={distinctTitleOf(consent, consents)}
          onEnd={ending("revoke", keyOf(consent.permission))}
        />
      ))}
      {monitors.map((monitor) => (
        <MonitorEntry
          key={monitor.id}
          monitor={monitor}
          onEnd={ending("stop", { type: "monitor", id: monitor.id })}
          onForget={() => ask({ step: "forget", keys: [{ type: "monitor", id: monitor.id }], name })}
          onPause={(isPaused) => {
            const done = isPaused ? "permissions.paused" : "permissions.resumed"
            void act({ run: () => onPause(monitor.id, isPaused), on: name, done })
          }}
        />
      ))}
      {running.map((each) => (
        <PermissionEntry key={each.permission.id} permission={each.permission} title={distinctTitleOf(each, running)} />
      ))}
      {(["read", "earlier"] as const).map((group) => (
        <CollectionEntries
          key={group}
          collections={collectionsIn(company, group)}
          onErase={(keys) => ending("erase", ...keys)}
        />
      ))}
      {certified.length > 0 && <Receipts {...{ act, name, onReceipt }} statements={certified} />}
    </>
  )
}

export const CompanyCard = (props: CompanyCardProps) => {
  const { ask, company, outcome } = props
  const { name } = company
  const [isOpen, setOpen] = useState(false)
  const main = mainStepOf(company)
  const state = stateOf(company)
  const endedAt = endOf(company)
  return (
    <li class="permission">
      <div class="permission__row">
        <div class="permission__top">
          <CompanyMark name={name} />
          <div>
            <div class="permission__head">
              <h3>{name}</h3>
              {!isOpen && state !== undefined && <Badge tone="notice">{state}</Badge>}
              {!isOpen && endedAt !== undefined && (
                <Badge tone="neutral">{t("permissions.line.ended", { date: formatDay(endedAt) })}</Badge>
              )}
            </div>
            {!isOpen && (
              <p class="permission__line">
                <span class="permission__facts">
                  {lineOf(company).map((part) => (
                    <span key={part}>{part} </span>
                  ))}
                </span>
              </p>
            )}
          </div>
        </div>
        <div class="permission__actions">
          {main !== undefined && (
            <NamedButton
              kind="secondary"
              text={t(`permissions.${main.step}`)}
              name={name}
              onPress={() => ask({ ...main, name })}
            />
          )}
          <Button kind="quiet" isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {t("permissions.details")}
            <span class="visually-hidden">: {name}</span>
          </Button>
        </div>
      </div>
      {outcome?.slot?.name === name && <OutcomeMessage outcome={outcome} />}
      <div class="permission__details" hidden={!isOpen}>
        <Details {...props} />
      </div>
    </li>
  )
}
