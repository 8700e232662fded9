/**
 * The details of a consent or of a collection's data on the permission page: what it covers, when it was given, and
 * when it ends.
 */
import type { ComponentChildren } from "preact"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import type { ButtonKind } from "../../components/Button.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import type { DescriptionListProps } from "../../components/DescriptionList.tsx"
import { formatDateTime, formatDay, formatLastDay } from "../../texts/Formats.ts"
import { t, textOrDefault } from "../../texts/Texts.ts"
import { phraseOf } from "../models/CompanySummary.ts"
import { scopeTextsOf } from "../models/ScopeTexts.ts"
import { countLinesOf, isErased, isGiven } from "../models/Statements.ts"
import type { Permission } from "../models/Permission.ts"

/** A button whose name for screen readers includes the object that it acts on. */
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

export type Facts = DescriptionListProps["facts"]

export interface PartProps {
  readonly title: string
  readonly badge?: ComponentChildren
  readonly facts: Facts
  /** Facts that are not plain text. They follow `facts` in the same list. */
  readonly moreFacts?: ComponentChildren
  readonly buttons?: ComponentChildren
  /** What the person can expand below the facts. */
  readonly children?: ComponentChildren
}

/** A part of a company's details: a consent, a monitor, or what was read. */
export const Part = ({ badge, buttons, children, facts, moreFacts, title }: PartProps) => (
  <div class="permission__part">
    <div class="permission__row">
      <div class="permission__head">
        <h4>{title}</h4>
        {badge}
      </div>
      <div class="permission__actions">{buttons}</div>
    </div>
    <DescriptionList facts={facts}>{moreFacts}</DescriptionList>
    {children}
  </div>
)

const readOf = (permission: Permission): ReadonlyArray<string> => {
  const lines = countLinesOf(permission.counts)
  if (lines.length > 0 || isErased(permission)) return lines
  if (permission.isConsent && permission.lastReadAt !== undefined) return [t("permissions.gone")]
  return [t(permission.isOpen ? "permissions.nothingYet" : "permissions.nothing")]
}

/** Shows the state of a consent that is not in force, so that nobody takes its terms for a permission. */
const StateBadge = ({ isOpen, status }: Permission) => (
  <Badge tone={isOpen ? "notice" : "neutral"}>
    {textOrDefault(`permissions.${status}`, "permissions.AWAITING_AUTHORIZATION")}
  </Badge>
)

export const timeLine = (time: string | undefined): ReadonlyArray<string> =>
  time === undefined ? [] : [formatDateTime(time)]

export const factsOf = (permission: Permission): Facts => {
  const { endedAt, givenAt, isConsent, lastReadAt, method, scope, status, until } = permission
  const isInForce = !isConsent || status === "AUTHORIZED"
  return [
    [
      t(isInForce ? "permissions.scope" : "permissions.covers"),
      scope === undefined ? [] : [phraseOf(scopeTextsOf(scope))]
    ],
    [t("permissions.read"), readOf(permission)],
    [t("permissions.given"), isGiven(permission) ? timeLine(givenAt) : []],
    [t("permissions.lastRead"), timeLine(lastReadAt)],
    [t("permissions.method"), method === undefined ? [] : [method]],
    [t(isConsent ? "permissions.ended" : "permissions.erasedOn"), timeLine(endedAt)],
    [
      t(isConsent ? "permissions.until" : "permissions.stored"),
      until === undefined || !isInForce ? [] : [isConsent ? formatLastDay(until) : formatDay(until)]
    ]
  ]
}

export interface PermissionEntryProps {
  readonly permission: Permission
  readonly title: string
  /** Ends the consent or erases the data. Absent if the main button of the company's card already does this. */
  readonly onEnd?: (() => void) | undefined
}

export const PermissionEntry = ({ onEnd, permission, title }: PermissionEntryProps) => {
  const { canEnd, givenAt, isConsent, name, status } = permission
  return (
    <Part
      title={title}
      badge={isConsent && status !== "AUTHORIZED" && <StateBadge {...permission} />}
      facts={factsOf(permission)}
      buttons={
        canEnd &&
        onEnd !== undefined && (
          <NamedButton
            kind="quiet"
            text={t(isConsent ? "permissions.revoke" : "permissions.erase")}
            // The time distinguishes several consents that a person gave to the same company.
            name={`${name}, ${formatDateTime(givenAt)}`}
            onPress={onEnd}
          />
        )
      }
    />
  )
}
