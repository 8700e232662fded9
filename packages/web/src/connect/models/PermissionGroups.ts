/** Groups the client's permissions by company, so that each company appears once. */
import type { Permission, PermittedMonitor } from "./Permission.ts"

/** The groups in which companies are listed, starting with those where the client can do the most. */
export const groups = ["now", "waiting", "once", "earlier"] as const
export type PermissionGroup = (typeof groups)[number]

export interface CompanyPermissions {
  readonly name: string
  readonly group: PermissionGroup
  readonly permissions: ReadonlyArray<Permission>
  readonly monitors: ReadonlyArray<PermittedMonitor>
}

const groupOfPermission = ({ canEnd, isConsent, isOpen, status }: Permission): PermissionGroup => {
  if (!canEnd && !isOpen) return "earlier"
  if (isConsent) return status === "AUTHORIZED" ? "now" : "waiting"
  return isOpen ? "now" : "once"
}

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
    const group = groups.find((each) => found.includes(each)) ?? "earlier"
    return { name, group, permissions: own, monitors: looking }
  })
}
