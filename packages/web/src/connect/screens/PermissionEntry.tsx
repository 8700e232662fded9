/** A consent, or the data of a collection, on the permission page: what, when, until when, and the way to end it. */
import type { ComponentChildren } from "preact"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import type { ButtonKind } from "../../components/Button.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import { formatDateTime, formatDay } from "../../texts/Formats.ts"
import { t, textOrDefault } from "../../texts/Texts.ts"
import { recordCountLinesOf } from "../models/RecordCounts.ts"
import { scopeTextsOf } from "../models/ScopeTexts.ts"
import type { Permission } from "../models/Permission.ts"

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

export interface PartProps {
  readonly id: string
  readonly title: string
  readonly badge?: ComponentChildren
  /** How the last action on this part ended. */
  readonly message?: ComponentChildren
  readonly facts: ReadonlyArray<readonly [name: string, lines: ReadonlyArray<string>]>
  /** The buttons. */
  readonly children: ComponentChildren
}

/** The identifier of a part's element. */
export const partId = (id: string): string => `part-${id}`

/** A part of a company's card: a consent, a monitor, or what was read. */
export const Part = ({ badge, children, facts, id, message, title }: PartProps) => (
  <div class="permission__part" id={partId(id)}>
    <div class="permission__head">
      <h4>{title}</h4>
      {badge}
    </div>
    <DescriptionList facts={facts} />
    {message}
    <div class="permission__actions">{children}</div>
  </div>
)

const readOf = ({ canEnd, counts, isConsent, isOpen, lastReadAt }: Permission): ReadonlyArray<string> => {
  const lines = recordCountLinesOf(counts).map(({ text }) => text)
  if (lines.length > 0) return lines
  // The service erases the counts together with the data.
  if (lastReadAt !== undefined && (isConsent || !canEnd)) return [t("permissions.gone")]
  return [t(isOpen ? "permissions.nothingYet" : "permissions.nothing")]
}

/** The state of a consent that is not in force. The state shows that the terms are not a permission. */
const StateBadge = ({ isOpen, status }: Permission) => (
  <Badge tone={isOpen ? "notice" : "neutral"}>
    {textOrDefault(`permissions.${status}`, "permissions.AWAITING_AUTHORIZATION")}
  </Badge>
)

/** The statuses of a consent that the person gave, whether it is in force or has ended. */
const given: ReadonlyArray<string> = ["AUTHORIZED", "EXPIRED", "REVOKED"]

/** The statuses of what was permitted or read, for which there is a receipt. */
const certified: ReadonlyArray<string> = [...given, "COMPLETED", "COMPLETED_PARTIAL", "COMPLETED_EMPTY"]

const timeOf = (time: string | undefined): ReadonlyArray<string> => (time === undefined ? [] : [formatDateTime(time)])

const factsOf = (permission: Permission): PartProps["facts"] => {
  const { endedAt, givenAt, isConsent, lastReadAt, method, scope, status, until } = permission
  const isInForce = !isConsent || status === "AUTHORIZED"
  return [
    [t(isInForce ? "permissions.scope" : "permissions.covers"), scope === undefined ? [] : scopeTextsOf(scope)],
    [t("permissions.read"), readOf(permission)],
    [t("permissions.given"), given.includes(status) ? timeOf(givenAt) : []],
    [t("permissions.lastRead"), timeOf(lastReadAt)],
    [t("permissions.method"), method === undefined ? [] : [method]],
    [t(isConsent ? "permissions.ended" : "permissions.erasedOn"), timeOf(endedAt)],
    [
      t(isConsent ? "permissions.until" : "permissions.stored"),
      until === undefined || !isInForce ? [] : [formatDay(until)]
    ]
  ]
}

export interface PermissionEntryProps {
  readonly permission: Permission
  readonly message?: ComponentChildren
  readonly onEnd: () => void
  readonly onReceipt: () => void
}

export const PermissionEntry = ({ message, onEnd, onReceipt, permission }: PermissionEntryProps) => {
  const { canEnd, givenAt, id, isConsent, name, status } = permission
  // A person can give the same company more than one consent.
  const named = `${name}, ${formatDateTime(givenAt)}`
  return (
    <Part
      id={id}
      title={t(isConsent ? "permissions.consent" : "permissions.kept")}
      badge={isConsent && status !== "AUTHORIZED" && <StateBadge {...permission} />}
      message={message}
      facts={factsOf(permission)}
    >
      {certified.includes(status) && (
        <NamedButton kind="secondary" text={t("permissions.receipt")} name={named} onPress={onReceipt} />
      )}
      {canEnd && (
        <NamedButton
          kind="danger"
          text={t(isConsent ? "permissions.revoke" : "permissions.erase")}
          name={named}
          onPress={onEnd}
        />
      )}
    </Part>
  )
}
