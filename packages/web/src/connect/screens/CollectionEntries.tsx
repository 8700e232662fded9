/**
 * The part of a company's details that lists its collections: either those with data that is still kept, or those with
 * erased data.
 */
import { Badge } from "../../components/Badge.tsx"
import { DescriptionList } from "../../components/DescriptionList.tsx"
import { formatDateTime, formatDay } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { countsOf, keyOf, latest } from "../models/CompanySummary.ts"
import type { PermissionKey } from "../models/Models.ts"
import type { Permission } from "../models/Permission.ts"
import { Disclosure } from "./Disclosure.tsx"
import { countLinesOf, kindOf } from "../models/Statements.ts"
import { factsOf, NamedButton, Part, PermissionEntry, timeLine } from "./PermissionEntry.tsx"
import type { Facts } from "./PermissionEntry.tsx"

export interface CollectionEntriesProps {
  /** All of them belong to the same company. */
  readonly collections: ReadonlyArray<Permission>
  /**
   * Returns the handler that erases the data of these collections, or `undefined` if the main button of the company's
   * card erases all of it.
   */
  readonly onErase: (keys: ReadonlyArray<PermissionKey>) => (() => void) | undefined
}

const commonFactsOf = (collections: ReadonlyArray<Permission>): Facts => {
  const until = latest(collections.map((each) => each.until))
  return [
    [t("permissions.read"), countLinesOf(countsOf(collections))],
    [t("permissions.lastRead"), timeLine(latest(collections.map(({ lastReadAt }) => lastReadAt)))],
    [t("permissions.erasedOn"), timeLine(latest(collections.map(({ endedAt }) => endedAt)))],
    [t("permissions.stored"), until === undefined ? [] : [formatDay(until)]]
  ]
}

interface EraseProps {
  readonly name: string
  readonly onPress: (() => void) | undefined
}

const Erase = ({ name, onPress }: EraseProps) =>
  onPress === undefined ? null : (
    <NamedButton kind="quiet" text={t("permissions.erase")} name={name} onPress={onPress} />
  )

/** Sums up several collections, and lists each of them on demand. */
export const CollectionEntries = ({ collections, onErase }: CollectionEntriesProps) => {
  const [first, ...others] = collections
  if (first === undefined) return null
  const { canEnd, name } = first
  const eraseOf = (keys: ReadonlyArray<PermissionKey>) => (canEnd ? onErase(keys) : undefined)
  if (others.length === 0)
    return <PermissionEntry permission={first} title={kindOf(first)} onEnd={eraseOf([keyOf(first)])} />
  return (
    <Part
      title={kindOf(first)}
      badge={<Badge tone="neutral">{t("permissions.times", { n: collections.length })}</Badge>}
      facts={commonFactsOf(collections)}
      buttons={<Erase name={name} onPress={eraseOf(collections.map(keyOf))} />}
    >
      <Disclosure text={t("permissions.each")} name={name}>
        {collections.map((collection) => (
          <li key={collection.id} class="permission__row permission__collection">
            <DescriptionList facts={factsOf(collection)} />
            <div class="permission__actions">
              <Erase name={`${name}, ${formatDateTime(collection.givenAt)}`} onPress={eraseOf([keyOf(collection)])} />
            </div>
          </li>
        ))}
      </Disclosure>
    </Part>
  )
}
