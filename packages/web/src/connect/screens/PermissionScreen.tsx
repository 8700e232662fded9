/**
 * The data that the client may read or has read, with a button to end each consent and to erase each collection's data.
 */
import { useState } from "preact/hooks"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import { NoticeBox } from "../../components/Messages.tsx"
import { Monogram } from "../../components/Monogram.tsx"
import { Screen } from "../../components/Screen.tsx"
import { formatDay, formatDateTime } from "../../texts/Formats.ts"
import { t, textOrDefault } from "../../texts/Texts.ts"
import { recordCountLinesOf } from "../models/RecordCounts.ts"
import type { RecordCounts } from "../models/Models.ts"
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
  /** True if the session asks for something, so that its own pages say what the client wants to read. */
  readonly isAsking: boolean
  /** True if the session has a return URL: the client can then read nothing until the person finishes. */
  readonly isUnfinished: boolean
  /** Revokes the consent or erases the data. Resolves to false if that failed. */
  readonly onEnd: (permission: Permission) => Promise<boolean>
  /** Downloads everything as a file. Resolves to false if that failed. */
  readonly onDownload?: (() => Promise<boolean>) | undefined
  readonly onClose?: (() => void) | undefined
}

const scopeOf = ({ scope }: Permission): ReadonlyArray<string> => [
  ...(scope?.balances === true ? [t("bank.balances")] : []),
  ...(scope?.transactions === true ? [t("bank.transactions")] : []),
  ...(scope !== undefined && !scope.balances && !scope.transactions ? [t("product.PSD2_AIS")] : [])
]

const readOf = ({ canEnd, counts, isConsent, isOpen, lastReadAt }: Permission): ReadonlyArray<string> => {
  const lines = recordCountLinesOf(counts)
  if (lines.length > 0) return lines
  // The service erases the counts together with the data.
  if (lastReadAt !== undefined && (isConsent || !canEnd)) return [t("permissions.gone")]
  return [t(isOpen ? "permissions.nothingYet" : "permissions.nothing")]
}

/** The state of a consent that is not in force. It shows that the terms are not a permission. */
const StateBadge = ({ isOpen, status }: Permission) => (
  <Badge tone={isOpen ? "notice" : "neutral"}>
    {textOrDefault(`permissions.${status}`, "permissions.AWAITING_AUTHORIZATION")}
  </Badge>
)

const Entry = ({ onEnd, permission }: { readonly permission: Permission; readonly onEnd: () => void }) => {
  const { canEnd, isConsent, lastReadAt, method, name, status, until } = permission
  const isInForce = !isConsent || status === "AUTHORIZED"
  return (
    <li class="permission">
      <div class="permission__head">
        <Monogram name={name} />
        <h3>{name}</h3>
        {!isInForce && <StateBadge {...permission} />}
      </div>
      <DescriptionList
        facts={[
          [t(isInForce ? "permissions.scope" : "permissions.covers"), scopeOf(permission)],
          [t("permissions.read"), readOf(permission)],
          [t("permissions.lastRead"), lastReadAt === undefined ? [] : [formatDateTime(lastReadAt)]],
          [t("permissions.method"), method === undefined ? [] : [method]],
          [
            t(isConsent ? "permissions.until" : "permissions.stored"),
            until === undefined || !isInForce ? [] : [formatDay(until)]
          ]
        ]}
      />
      {canEnd && (
        <Button kind="danger" onPress={onEnd}>
          {t(isConsent ? "permissions.revoke" : "permissions.erase")}
          <span class="visually-hidden">: {name}</span>
        </Button>
      )}
    </li>
  )
}

const leadOf = ({ client, isAsking, isUnfinished, permissions }: PermissionScreenProps): string => {
  if (permissions.length === 0) return t(isAsking ? "permissions.noneYet" : "permissions.none", { client })
  const lead = t("permissions.lead")
  return isUnfinished ? `${t("permissions.unfinished", { client })} ${lead}` : lead
}

type Outcome = { readonly kind: "success" | "danger"; readonly text: string }

export const PermissionScreen = (props: PermissionScreenProps) => {
  const { client, onClose, onDownload, onEnd, permissions } = props
  const [asked, ask] = useState<Permission | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const active = permissions.filter(({ canEnd, isOpen }) => canEnd || isOpen)
  const earlier = permissions.filter(({ canEnd, isOpen }) => !canEnd && !isOpen)

  const end = async (permission: Permission) => {
    setBusy(true)
    const isDone = await onEnd(permission)
    setBusy(false)
    ask(undefined)
    const done = permission.isConsent ? "permissions.revoked" : "permissions.erased"
    setOutcome(
      isDone
        ? { kind: "success", text: t(done, { company: permission.name }) }
        : { kind: "danger", text: t("error.failed") }
    )
  }

  const download = async () => {
    const isDone = await onDownload?.()
    setOutcome(isDone === false ? { kind: "danger", text: t("error.failed") } : undefined)
  }

  const entries = (list: ReadonlyArray<Permission>) => (
    <ul class="permissions">
      {list.map((permission) => (
        <Entry key={permission.id} permission={permission} onEnd={() => ask(permission)} />
      ))}
    </ul>
  )
  const step = asked?.isConsent === true ? "revoke" : "erase"
  return (
    <Screen
      title={t("permissions.title", { client })}
      lead={leadOf(props)}
      actions={
        <>
          {onDownload !== undefined && (
            <Button kind="secondary" onPress={() => void download()}>
              {t("permissions.download")}
            </Button>
          )}
          {onClose !== undefined && <Button onPress={onClose}>{t("permissions.close")}</Button>}
        </>
      }
    >
      <div class="permissions__outcome" role="status">
        {outcome !== undefined && <NoticeBox kind={outcome.kind}>{outcome.text}</NoticeBox>}
      </div>
      {active.length > 0 && <h2>{t("permissions.active")}</h2>}
      {active.length > 0 && entries(active)}
      {earlier.length > 0 && <h2>{t("permissions.earlier")}</h2>}
      {earlier.length > 0 && entries(earlier)}
      {asked !== undefined && (
        <ConfirmDialog
          title={t(`permissions.${step}.title`, { company: asked.name })}
          text={t(`permissions.${step}.text`, { client })}
          confirm={t(`permissions.${step}`)}
          busy={busy}
          onConfirm={() => void end(asked)}
          onDismiss={() => ask(undefined)}
        />
      )}
    </Screen>
  )
}
