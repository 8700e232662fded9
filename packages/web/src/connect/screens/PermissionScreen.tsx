/**
 * The data that the client may read or has read, with a button to end each consent and to erase each collection's data.
 */
import { useState } from "preact/hooks"
import { Button } from "../../parts/Button.tsx"
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { NoticeBox } from "../../parts/Messages.tsx"
import { Monogram } from "../../parts/Monogram.tsx"
import { Screen } from "../../parts/Screen.tsx"
import { day, moment } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { linesOf } from "../Kinds.ts"
import type { Counts } from "../Models.ts"
import "./PermissionScreen.css"

/** One company's consent, or one collection's data. */
export interface Permission {
  readonly id: string
  readonly name: string
  readonly isConsent: boolean
  /** True for consents in force and for data that Sheaf still holds. */
  readonly isActive: boolean
  readonly counts: Counts
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
  /** Revokes the consent or erases the data. Resolves to false if that failed. */
  readonly onEnd: (permission: Permission) => Promise<boolean>
  readonly onDownload?: (() => void) | undefined
  readonly onClose?: (() => void) | undefined
}

const scopeOf = ({ scope }: Permission): ReadonlyArray<string> => [
  ...(scope?.balances === true ? [t("bank.balances")] : []),
  ...(scope?.transactions === true ? [t("bank.transactions")] : [])
]

const readOf = (permission: Permission): ReadonlyArray<string> => {
  const lines = linesOf(permission.counts)
  return lines.length > 0 ? lines : [t("permissions.nothing")]
}

const Entry = ({ onEnd, permission }: { readonly permission: Permission; readonly onEnd: () => void }) => {
  const { canEnd, isConsent, lastReadAt, method, name, until } = permission
  return (
    <li class="permission">
      <div class="permission__head">
        <Monogram name={name} />
        <h3>{name}</h3>
      </div>
      <Facts
        facts={[
          [t("permissions.scope"), scopeOf(permission)],
          [t("permissions.read"), readOf(permission)],
          [t("permissions.lastRead"), lastReadAt === undefined ? [] : [moment(lastReadAt)]],
          [t("permissions.method"), method === undefined ? [] : [method]],
          [t(isConsent ? "permissions.until" : "permissions.stored"), until === undefined ? [] : [day(until)]]
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

type Outcome = { readonly kind: "success" | "danger"; readonly text: string }

export const PermissionScreen = (props: PermissionScreenProps) => {
  const { client, onClose, onDownload, onEnd, permissions } = props
  const [asked, ask] = useState<Permission | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const active = permissions.filter(({ isActive }) => isActive)
  const earlier = permissions.filter(({ isActive }) => !isActive)

  const end = async (permission: Permission) => {
    setBusy(true)
    const isDone = await onEnd(permission)
    setBusy(false)
    ask(undefined)
    const done = permission.isConsent ? "permissions.revoked" : "permissions.erased"
    setOutcome(
      isDone
        ? { kind: "success", text: t(done, { company: permission.name }) }
        : { kind: "danger", text: t("permissions.failed") }
    )
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
      lead={permissions.length === 0 ? t("permissions.none", { client }) : t("permissions.lead")}
      actions={
        <>
          {onDownload !== undefined && (
            <Button kind="secondary" onPress={onDownload}>
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
