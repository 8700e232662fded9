/** Connect sessions as clients and pages see them (spec 13). */
import type { ConnectMonitorQuestion } from "@sheaf/domain/ConnectMonitor"
import type { ConnectPageSession } from "@sheaf/domain/ConnectPageApi"
import { taskOf } from "@sheaf/domain/ConnectSession"
import type { ConnectSession, ConnectStep } from "@sheaf/domain/ConnectSession"
import { isSessionConfirmed } from "@sheaf/ports"
import type { StoredClient, StoredConnectSession } from "@sheaf/ports"
import { Order, Struct } from "effect"
import { timestampOf } from "../views/Display.ts"
import { statusAt } from "./SessionChanges.ts"
import type { SessionObjects } from "./SessionContents.ts"

const byTime = Order.mapInput(Order.Number, ({ at }: { readonly at: number }) => at)

const stepsOf = ({ progress }: StoredConnectSession, { collections, consents }: SessionObjects) =>
  [
    ...progress.steps,
    ...collections.map(({ createdAt: at }) => ({ at, step: "COLLECTION_STARTED" as const })),
    ...consents.map(({ createdAt: at }) => ({ at, step: "CONSENT_STARTED" as const }))
  ]
    .toSorted(byTime)
    .map(({ at, step }): ConnectStep => ({ at: timestampOf(at), step }))

export const presentSession = (
  session: StoredConnectSession,
  objects: SessionObjects,
  now: number
): ConnectSession => ({
  connectSessionId: session.connectSessionId,
  purpose: session.purpose,
  status: statusAt(session, now),
  ...(session.userId !== undefined && { userId: session.userId }),
  createdAt: timestampOf(session.createdAt),
  expiresAt: timestampOf(session.expiresAt),
  ...(session.terms.clientReference !== undefined && { clientReference: session.terms.clientReference }),
  ...(session.terms.returnTo && { confirmed: isSessionConfirmed(session) }),
  ...(session.progress.permitted && isSessionConfirmed(session) && { monitorId: session.progress.permitted.monitorId }),
  collectionIds: objects.collections.map(({ collectionId }) => collectionId),
  consentIds: objects.consents.map(({ consentId }) => consentId),
  steps: stepsOf(session, objects)
})

export const presentPage = (
  session: StoredConnectSession,
  { isUnconfirmable, name }: Pick<StoredClient, "name"> & { readonly isUnconfirmable: boolean },
  { collections, consents }: SessionObjects,
  monitor: ConnectMonitorQuestion | undefined,
  now: number
): ConnectPageSession => {
  const status = statusAt(session, now)
  const { hints, returnTo, ...shown } = Struct.omit(session.terms, [
    "clientReference",
    "codeChallenge",
    "sessionMetadata",
    "monitor",
    "renews",
    "repeats"
  ])
  return {
    connectSessionId: session.connectSessionId,
    purpose: taskOf({ ...session.terms, purpose: session.purpose }),
    status,
    client: { name },
    ...shown,
    ...(hints && status === "OPEN" && { hints }),
    ...(monitor && { monitor }),
    returns: returnTo !== undefined,
    ...(isUnconfirmable && status === "ABANDONED" && { returnRemoved: true }),
    ...(session.progress.embedded && { embedded: true }),
    expiresAt: timestampOf(session.expiresAt),
    collections: collections.map(({ collectionId, company, createdAt, products, status }) => ({
      collectionId,
      company,
      products,
      status,
      startedAt: timestampOf(createdAt)
    })),
    consents: consents.map(({ company, consentId, createdAt, status }) => ({
      consentId,
      company,
      status,
      startedAt: timestampOf(createdAt)
    }))
  }
}
