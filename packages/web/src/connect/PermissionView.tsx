/**
 * The permission page. A session for permissions shows all of the user's consents, collections and monitors. Any other
 * session shows only its own.
 */
import type { ConnectPermission, ConnectPermittedMonitor } from "@sheaf/client/connect"
import { collections } from "virtual:statuses"
import { t } from "../texts/Texts.ts"
import type { ConnectFlow } from "./ConnectFlow.ts"
import { methodTextKeyOf } from "./models/MethodTexts.ts"
import type { Permission, PermittedMonitor } from "./models/Permission.ts"
import { PermissionScreen } from "./screens/PermissionScreen.tsx"

const methodIn = (
  { companies }: ConnectFlow,
  { company, companyDisplayName, loginMethod }: ConnectPermission
): string | undefined => {
  const methods = companies.value.find((each) => each.company === company)?.loginMethods ?? []
  const method = methods.find((each) => each.loginMethod === loginMethod)
  return method && t(`method.${methodTextKeyOf(method)}`, { company: companyDisplayName })
}

const isRunning = (status: string): boolean => collections[status]?.advice === undefined

const shownAs = (flow: ConnectFlow, permission: ConnectPermission): Permission => {
  const { collectionId, companyDisplayName, consentId, counts, erasable, lastReadAt, revocable, scope, validUntil } =
    permission
  const { createdAt, endedAt, status } = permission
  const isConsent = consentId !== undefined
  const method = methodIn(flow, permission)
  return {
    id: consentId ?? collectionId ?? companyDisplayName,
    name: companyDisplayName,
    isConsent,
    status,
    isOpen: isConsent ? revocable : !erasable && isRunning(status),
    counts,
    givenAt: createdAt,
    ...(endedAt !== undefined && { endedAt }),
    ...(scope && { scope }),
    ...(method !== undefined && { method }),
    ...(lastReadAt !== undefined && { lastReadAt }),
    ...(validUntil !== undefined && { until: validUntil }),
    canEnd: isConsent ? revocable : erasable
  }
}

const monitorAs = (monitor: ConnectPermittedMonitor): PermittedMonitor => {
  const { companyDisplayName, createdAt, lastChanges, lastRun, monitorId, nextRunAt, pausedByPerson, ...shown } =
    monitor
  const { at, credentialsKeptUntil, endedAt, every, policyEnds, products, status, timeZone, until } = shown
  return {
    id: monitorId,
    name: companyDisplayName,
    status,
    products,
    every,
    at,
    timeZone,
    until,
    givenAt: createdAt,
    endedAt,
    lastAt: lastRun?.at,
    nextAt: nextRunAt,
    changes: lastChanges,
    policyEnds,
    credentialsKeptUntil,
    isPausedByPerson: pausedByPerson
  }
}

export const PermissionView = ({ flow }: { readonly flow: ConnectFlow }) => {
  const isOwnPage = flow.session.value?.purpose === "PERMISSIONS"
  const { permissions } = flow
  const { monitors, permissions: found } = permissions.shown.value
  return (
    <PermissionScreen
      client={flow.session.value?.client.name ?? ""}
      isAsking={!isOwnPage}
      isUnfinished={!isOwnPage && flow.session.value?.returns === true}
      permissions={found.map((permission) => shownAs(flow, permission))}
      monitors={monitors.map(monitorAs)}
      onEnd={(key) => permissions.end(key)}
      onPause={(monitorId, isPaused) => permissions.pause(monitorId, isPaused)}
      onForget={(monitorId) => permissions.forget(monitorId)}
      onReceipt={(request) => permissions.saveReceipt(request)}
      onDownload={isOwnPage && flow.session.value?.status === "OPEN" ? () => permissions.download() : undefined}
      onClose={isOwnPage ? () => void flow.finish("COMPLETED") : () => flow.back()}
    />
  )
}
