/** Groups the client's permissions by company, so that each company appears once. */
import type { Permission, PermittedMonitor } from "./Permission.ts"
import { recordCountLinesOf } from "./RecordCounts.ts"

/** The groups in which companies are listed, starting with those where the client can do the most. */
export const listedGroups = ["now", "waiting", "read", "earlier"] as const

/**
 * The group `nothing` is for companies from which nothing was read and for which nothing is permitted. The page shows
 * only their names.
 */
const groups = [...listedGroups, "nothing"] as const
export type PermissionGroup = (typeof groups)[number]

export interface CompanyPermissions {
  readonly name: string
  readonly group: PermissionGroup
  readonly permissions: ReadonlyArray<Permission>
  readonly monitors: ReadonlyArray<PermittedMonitor>
}

/** True for a collection that ended without data. */
const isEmpty = ({ counts, lastReadAt, status }: Permission): boolean =>
  recordCountLinesOf(counts).length === 0 && (lastReadAt === undefined || status === "COMPLETED_EMPTY")

const groupOfPermission = (permission: Permission): PermissionGroup => {
  const { canEnd, isConsent, isOpen, status } = permission
  if (isConsent && isOpen) return status === "AUTHORIZED" ? "now" : "waiting"
  if (isConsent) return "earlier"
  if (isOpen) return "now"
  if (isEmpty(permission)) return "nothing"
  return canEnd ? "read" : "earlier"
}

/**
 * Returns a company's collections in a group: those that are running (`now`), those whose data is kept (`read`), or
 * those whose data is erased (`earlier`).
 */
export const collectionsIn = (
  { permissions }: Pick<CompanyPermissions, "permissions">,
  group: "now" | "read" | "earlier"
): ReadonlyArray<Permission> => permissions.filter((each) => !each.isConsent && groupOfPermission(each) === group)

const groupOfMonitor = ({ status }: PermittedMonitor): PermissionGroup => {
  if (status === "ENDED") return "earlier"
  return status === "ACTIVE" ? "now" : "waiting"
}

/**
 * Groups permissions and monitors by company, in their original order. Each company belongs to the group of its most
 * far-reaching permission or monitor.
 */
export const groupByCompany = (
  permissions: ReadonlyArray<Permission>,
  monitors: ReadonlyArray<PermittedMonitor>
): ReadonlyArray<CompanyPermissions> => {
  const names = [...new Set([...permissions, ...monitors].map(({ name }) => name))]
  return names.map((name) => {
    const own = permissions.filter((each) => each.name === name)
    const looking = monitors.filter((each) => each.name === name)
    const found = [...own.map(groupOfPermission), ...looking.map(groupOfMonitor)]
    const group = groups.find((each) => found.includes(each)) ?? "nothing"
    return { name, group, permissions: own, monitors: looking }
  })
}
