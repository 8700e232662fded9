/**
 * The details of a consent or of a collection's data on the permission page: what it covers, when it was given, and
 * when it ends.
 */
import type { ComponentChildren } from "preact"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import type { ButtonKind } from "../../components/Button.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import { formatDateTime, formatDay, formatLastDay } from "../../texts/Formats.ts"
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
  readonly title: string
  readonly badge?: ComponentChildren
  readonly facts: ReadonlyArray<readonly [name: string, lines: ReadonlyArray<string>]>
  /** The buttons. */
  readonly children?: ComponentChildren
}

/** A part of a company's details: a consent, a monitor, or what was read. */
export const Part = ({ badge, children, facts, title }: PartProps) => (
  <div class="permission__part">
    <div class="permission__head">
      <h4>{title}</h4>
      {badge}
    </div>
    <DescriptionList facts={facts} />
    <div class="permission__actions">{children}</div>
  </div>
)

const readOf = ({ canEnd, counts, isConsent, isOpen, lastReadAt }: Permission): ReadonlyArray<string> => {
  const lines = recordCountLinesOf(counts).flatMap(({ parts, text }) => (parts.length > 0 ? parts : text))
  if (lines.length > 0) return lines
  // The service erases the counts together with the data.
  if (lastReadAt !== undefined && (isConsent || !canEnd)) return [t("permissions.gone")]
  return [t(isOpen ? "permissions.nothingYet" : "permissions.nothing")]
}

/** Shows the state of a consent that is not in force, so that nobody takes its terms for a permission. */
const StateBadge = ({ isOpen, status }: Permission) => (
  <Badge tone={isOpen ? "notice" : "neutral"}>
    {textOrDefault(`permissions.${status}`, "permissions.AWAITING_AUTHORIZATION")}
  </Badge>
)

/** The statuses of a consent that the person gave, whether it is in force or has ended. */
const given: ReadonlyArray<string> = ["AUTHORIZED", "EXPIRED", "REVOKED"]

/** The statuses for which there is a receipt, because the person permitted something or data was read. */
const certified: ReadonlyArray<string> = [...given, "COMPLETED", "COMPLETED_PARTIAL", "COMPLETED_EMPTY"]

export const hasReceipt = ({ status }: Permission): boolean => certified.includes(status)

/** Returns what a permission is, in words. */
export const kindOf = ({ isConsent }: Permission): string => t(isConsent ? "permissions.consent" : "permissions.kept")

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
      until === undefined || !isInForce ? [] : [isConsent ? formatLastDay(until) : formatDay(until)]
    ]
  ]
}

export interface PermissionEntryProps {
  readonly permission: Permission
  /** Ends the consent or erases the data. Absent if the main button of the company's card already does this. */
  readonly onEnd?: (() => void) | undefined
}

export const PermissionEntry = ({ onEnd, permission }: PermissionEntryProps) => {
  const { canEnd, givenAt, isConsent, name, status } = permission
  return (
    <Part
      title={kindOf(permission)}
      badge={isConsent && status !== "AUTHORIZED" && <StateBadge {...permission} />}
      facts={factsOf(permission)}
    >
      {canEnd && onEnd !== undefined && (
        <NamedButton
          kind="quiet"
          text={t(isConsent ? "permissions.revoke" : "permissions.erase")}
          // The time distinguishes several consents that a person gave to the same company.
          name={`${name}, ${formatDateTime(givenAt)}`}
          onPress={onEnd}
        />
      )}
    </Part>
  )
}
