/**
 * Stores that record their changes in the audit log, in the same transactions (spec 14.4). The service and the command
 * line use them, so no change to clients, keys, certificates, users or consents goes unrecorded. A new method does not
 * compile until it is either audited here or listed as recording nothing.
 */
import {
  AuditLog,
  CertificateStore,
  ClientStore,
  CollectionStore,
  ConnectSessionStore,
  ConsentStore,
  MonitorStore,
  SigningKeyStore,
  UserStore,
  WebhookDeliveryStore,
  WebhookEndpointStore
} from "@sheaf/ports"
import type { NewConnectSession } from "@sheaf/ports"
import type * as Ports from "@sheaf/ports"
import { Effect, Layer, Struct } from "effect"
import type { Context } from "effect"

/**
 * Returns the audited store. `recorded` implements the methods that change something on request. `unrecorded` lists all
 * others: methods that only read, that no request triggers, or whose callers record the action.
 */
export const auditStore = <Id, Store extends object, Unrecorded extends keyof Store>(
  port: Context.Key<Id, Store>,
  unrecorded: ReadonlyArray<Unrecorded>,
  recorded: (store: Store, within: AuditLog["Service"]["within"]) => Omit<Store, Unrecorded>
) =>
  Layer.effect(
    port,
    Effect.gen(function* () {
      const store = yield* port
      const { within } = yield* AuditLog
      // The parameter types guarantee that the two parts together contain all methods, but the compiler cannot infer
      // it.
      return { ...Struct.pick(store, unrecorded), ...recorded(store, within) } as Store
    })
  )

/** Methods that both the collection store and the consent store have. Calls to them need no audit record. */
const ofProcesses = ["census", "outline", "eraseRows"] as const

const clients = auditStore(
  ClientStore,
  ["findClient", "clients", "returnUrls", "origins", "keys", "eraseKeys", "rehashKey", "findByKey"],
  (store, within) => ({
    addClient: (client) => {
      const { id: clientId, usesTestMethods } = client
      const rights = usesTestMethods === true && { outcome: "TEST_METHODS_ALLOWED" }
      return within({ action: "CLIENT_CREATED", subject: { clientId }, ...rights }, store.addClient(client))
    },
    requireMutualTls: (clientId, isRequired) => {
      const action = isRequired ? "MUTUAL_TLS_REQUIRED" : "MUTUAL_TLS_OPTIONAL"
      return within({ action, subject: { clientId } }, store.requireMutualTls(clientId, isRequired))
    },
    allowSensitive: (clientId, categories) =>
      within(
        { action: "SENSITIVE_DATA_ALLOWED", subject: { clientId }, outcome: categories.join(" ") || "none" },
        store.allowSensitive(clientId, categories)
      ),
    allowTestMethods: (clientId, isAllowed) => {
      const action = isAllowed ? "TEST_METHODS_ALLOWED" : "TEST_METHODS_FORBIDDEN"
      return within({ action, subject: { clientId } }, store.allowTestMethods(clientId, isAllowed))
    },
    allowStoredCredentials: (clientId, isAllowed) => {
      const action = isAllowed ? "STORED_CREDENTIALS_ALLOWED" : "STORED_CREDENTIALS_FORBIDDEN"
      return within({ action, subject: { clientId } }, store.allowStoredCredentials(clientId, isAllowed))
    },
    addReturnUrl: (clientId, returnUrl) =>
      within({ action: "RETURN_URL_ADDED", subject: { clientId, returnUrl } }, store.addReturnUrl(clientId, returnUrl)),
    removeReturnUrl: (clientId, returnUrl) =>
      within(
        { action: "RETURN_URL_REMOVED", subject: { clientId, returnUrl } },
        store.removeReturnUrl(clientId, returnUrl)
      ),
    addOrigin: (clientId, origin) =>
      within({ action: "ORIGIN_ADDED", subject: { clientId, origin } }, store.addOrigin(clientId, origin)),
    removeOrigin: (clientId, origin) =>
      within({ action: "ORIGIN_REMOVED", subject: { clientId, origin } }, store.removeOrigin(clientId, origin)),
    addKey: (clientId, hash, keyId, limits) => {
      const subject = { clientId, ...(keyId !== undefined && { keyId }) }
      return within({ action: "KEY_CREATED", subject }, store.addKey(clientId, hash, keyId, limits))
    },
    revokeKey: (keyId) => within({ action: "KEY_REVOKED", subject: { keyId } }, store.revokeKey(keyId))
  })
)

const certificates = auditStore(
  CertificateStore,
  ["find", "list", "withKey", "clientsWithKey", "eraseExpired", "revoked"],
  (store, within) => ({
    record: (certificate) => {
      const { clientId, serial } = certificate
      return within({ action: "CERTIFICATE_ISSUED", subject: { clientId, serial } }, store.record(certificate))
    },
    revoke: (serial, reason) =>
      within(
        { action: "CERTIFICATE_REVOKED", subject: { serial }, ...(reason !== undefined && { outcome: reason }) },
        store.revoke(serial, reason)
      )
  })
)

const signingKeys = auditStore(SigningKeyStore, ["all", "remove"], (store, within) => {
  return {
    add: (key, after) => within({ action: "SIGNING_KEY_CREATED", subject: { keyId: key.keyId } }, store.add(key, after))
  }
})

export const auditedUsers = auditStore(
  UserStore,
  ["find", "findByExternalId", "list", "erasedAt", "forgetErasedIds", "erasures", "erased"],
  (store, within) => ({
    create: (user) => {
      const { clientId, userId } = user
      return within({ action: "USER_CREATED", subject: { clientId, userId } }, store.create(user))
    },
    endSessions: (clientId, userId, at) =>
      within({ action: "SESSIONS_ENDED", subject: { clientId, userId } }, store.endSessions(clientId, userId, at)),
    erase: (clientId, userId, at) =>
      within({ action: "USER_ERASED", subject: { clientId, userId } }, store.erase(clientId, userId, at))
  })
)

const consents = auditStore(
  ConsentStore,
  [
    ...ofProcesses,
    "find",
    "list",
    "loadState",
    "findReturn",
    "takeReturn",
    "announceExpiry",
    "countRepeats",
    "positions",
    "setPositions",
    "unattendedUses",
    "ofSamePerson",
    "unendedRenewals",
    "live",
    "forgetAccounts",
    "eraseOfUser"
  ],
  (store, within) => ({
    accept: (consent) => {
      const { clientId, consentId, status, userId } = consent.view
      const subject = { clientId, userId, consentId }
      return within({ action: "CONSENT_CREATED", subject, outcome: status }, store.accept(consent))
    },
    advance: (found, change, options) => {
      const write = store.advance(found, change, options)
      if (change.statusChangedAt !== change.at) return write
      const subject = { clientId: found.clientId, consentId: found.consentId }
      return within({ action: "CONSENT_CHANGED", subject, outcome: change.status }, write)
    },
    abandon: (found, end) => {
      const subject = { clientId: found.clientId, consentId: found.consentId }
      return within({ action: "CONSENT_CHANGED", subject, outcome: end.status }, store.abandon(found, end))
    }
  })
)

const monitors = auditStore(
  MonitorStore,
  [
    "find",
    "list",
    "due",
    "knowledge",
    "runs",
    "census",
    "counts",
    "usage",
    "eraseUsage",
    "eraseRuns",
    "eraseEnded",
    "eraseOfUser",
    "makeCredentialsDue"
  ],
  (store, within) => ({
    add: (monitor, clientLimit) => {
      const { clientId, monitorId, source, userId } = monitor
      const subject = { clientId, userId, monitorId, ...source }
      return within({ action: "MONITOR_CREATED", subject }, store.add(monitor, clientLimit))
    },
    update: (found, update) => {
      const write = store.update(found, update)
      const { clientId, monitorId, userId } = found
      const { status } = update
      if (status === found.status && update.terms === found.terms) return write
      const hasLost = found.renewal?._tag === "Credentials" && update.renewal === undefined
      const changed = hasLost ? "CREDENTIALS_ERASED" : "MONITOR_CHANGED"
      const action = status === "ENDED" ? "MONITOR_ENDED" : changed
      const outcome = update.progress.endReason ?? status
      return within({ action, subject: { clientId, userId, monitorId }, outcome }, write)
    }
  })
)

const connectSessions = auditStore(
  ConnectSessionStore,
  ["find", "list", "byId", "byLink", "byBrowser", "due", "eraseEnded", "eraseOfUser"],
  (store, within) => {
    const subjectOf = ({
      clientId,
      connectSessionId,
      userId
    }: Pick<NewConnectSession, "clientId" | "connectSessionId" | "userId">) => ({
      clientId,
      connectSessionId,
      ...(userId !== undefined && { userId })
    })
    return {
      add: (session, link) =>
        within(
          { action: "CONNECT_SESSION_CREATED", subject: subjectOf(session), outcome: session.purpose },
          store.add(session, link)
        ),
      bind: (found, browser, change, place) => {
        const outcome = place === "window" && { outcome: "WINDOW" }
        const record = { action: "CONNECT_SESSION_OPENED" as const, subject: subjectOf(found), ...outcome }
        return within(record, store.bind(found, browser, change, place))
      },
      change: (found, change) => {
        const write = store.change(found, change)
        const subject = subjectOf(found)
        if (change.status !== found.status) {
          return within({ action: "CONNECT_SESSION_ENDED", subject, outcome: change.status }, write)
        }
        const outcome = change.progress.confirmation?.answer
        return outcome === undefined || outcome === found.progress.confirmation?.answer
          ? write
          : within({ action: "CONNECT_SESSION_CONFIRMED", subject, outcome }, write)
      }
    }
  }
)

const collections = auditStore(
  CollectionStore,
  [
    ...ofProcesses,
    "abandon",
    "accept",
    "ofSession",
    "status",
    "poll",
    "list",
    "loadState",
    "advance",
    "close",
    "supply",
    "timeOut",
    "history",
    "dataFacts",
    "insuranceData",
    "wealthData",
    "dataJson",
    "document",
    "renewal",
    "proof",
    "running",
    "eraseOfUser",
    "eraseData",
    "eraseDataWithConsent",
    "eraseCleanups"
  ],
  (store, within) => ({
    eraseDataOf: (clientId, collectionId, at) =>
      within(
        { action: "DATA_ERASED", subject: { clientId, collectionId } },
        store.eraseDataOf(clientId, collectionId, at)
      )
  })
)

export const auditedWebhookEndpoints = auditStore(WebhookEndpointStore, ["find", "list", "replay"], (store, within) => {
  return {
    add: (endpoint, position) => {
      const { clientId, endpointId } = endpoint
      const subject = { clientId, endpointId }
      return within({ action: "WEBHOOK_ENDPOINT_CREATED", subject }, store.add(endpoint, position))
    },
    change: (clientId, endpointId, change) =>
      within(
        { action: "WEBHOOK_ENDPOINT_CHANGED", subject: { clientId, endpointId } },
        store.change(clientId, endpointId, change)
      ),
    rotate: (clientId, endpointId, change) =>
      within(
        { action: "WEBHOOK_SECRET_ROTATED", subject: { clientId, endpointId } },
        store.rotate(clientId, endpointId, change)
      ),
    disable: (clientId, endpointId, disabled) =>
      within(
        { action: "WEBHOOK_ENDPOINT_DISABLED", subject: { clientId, endpointId }, outcome: disabled.reason },
        store.disable(clientId, endpointId, disabled)
      ),
    enable: (clientId, endpointId, position) =>
      within(
        { action: "WEBHOOK_ENDPOINT_ENABLED", subject: { clientId, endpointId } },
        store.enable(clientId, endpointId, position)
      ),
    remove: (clientId, endpointId) =>
      within(
        { action: "WEBHOOK_ENDPOINT_REMOVED", subject: { clientId, endpointId } },
        store.remove(clientId, endpointId)
      )
  }
})

const webhookDeliveries = auditStore(
  WebhookDeliveryStore,
  ["state", "waiting", "delivered", "recordTest", "redeliver", "attempt", "attempts", "eraseBefore"],
  (store, within) => ({
    record: (round) => {
      const { clientId, disable, endpointId } = round
      if (disable === undefined) return store.record(round)
      const subject = { clientId, endpointId }
      return within({ action: "WEBHOOK_ENDPOINT_DISABLED", subject, outcome: disable.reason }, store.record(round))
    }
  })
)

export const userDataStores = Layer.mergeAll(
  clients,
  certificates,
  collections,
  signingKeys,
  auditedUsers,
  consents,
  monitors,
  auditedWebhookEndpoints
)

type Unaudited =
  | "AvailabilityStore"
  | "CompanyFigureStore"
  | "EventStore"
  | "IdempotencyKeyStore"
  | "ServiceSampleStore"
  | "StoryStore"
  | "TaskStore"

type Audited = {
  [Name in Exclude<Extract<keyof typeof Ports, `${string}Store`>, Unaudited>]: Context.Service.Identifier<
    (typeof Ports)[Name]
  >
}

export const layer = Layer.mergeAll(userDataStores, connectSessions, webhookDeliveries) satisfies Layer.Layer<
  Audited[keyof Audited],
  never,
  Audited[keyof Audited] | AuditLog
>

export const credentialStores = Layer.mergeAll(clients, certificates, signingKeys)
