/** Events as clients see them (spec 6). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { head } from "@sheaf/domain/ApiVersion"
import type { EventOrigin } from "@sheaf/domain/EventOrigin"
import { isFunctional } from "@sheaf/domain/Company"
import { encodeForVersion } from "@sheaf/domain/versions/VersionedEvents"
import type { Event } from "@sheaf/domain/versions/VersionedEvents"
import type { StoredEvent } from "@sheaf/ports"
import { Result } from "effect"
import * as CollectionPresenter from "../collections/Presenter.ts"
import * as ConsentPresenter from "../consents/Presenter.ts"
import { timestampOf } from "../views/Display.ts"

const ofUser = ({ userId }: Pick<StoredEvent, "userId">) => (userId === undefined ? {} : { userId })

const originOf = ({ facts, userId }: Pick<StoredEvent, "userId"> & { readonly facts: EventOrigin }) => {
  const { clientReference, connectSessionId } = facts
  return {
    ...ofUser({ ...(userId !== undefined && { userId }) }),
    ...(connectSessionId !== undefined && { connectSessionId }),
    ...(clientReference !== undefined && { clientReference })
  }
}

type MonitorEvent = Pick<StoredEvent, "userId"> & {
  readonly facts: { readonly company: string; readonly monitorId: string }
}

const monitorOf = ({ facts: { company, monitorId }, ...event }: MonitorEvent) => ({
  monitorId,
  company,
  ...ofUser(event)
})

const present = (event: StoredEvent): Event => {
  const shown = { eventId: event.eventId, version: head, timestamp: timestampOf(event.at) }
  switch (event.type) {
    case "user.erased": {
      const { erasedAt, userId } = event.facts
      return { ...shown, type: event.type, subject: { userId }, data: { userId, erasedAt: timestampOf(erasedAt) } }
    }
    case "connect_session.completed":
    case "connect_session.confirmed":
    case "connect_session.abandoned": {
      const { clientReference: _, connectSessionId, createdAt, endedAt, ...facts } = event.facts
      const times = { createdAt: timestampOf(createdAt), endedAt: timestampOf(endedAt) }
      return {
        ...shown,
        type: event.type,
        subject: { connectSessionId, ...originOf(event) },
        data: { connectSessionId, ...facts, ...times }
      }
    }
    case "company.availability_changed": {
      const { company, status, updatedAt } = event.facts
      const data = { company, functional: isFunctional(status), status, updatedAt: timestampOf(updatedAt) }
      return { ...shown, type: event.type, subject: { company }, data }
    }
    case "consent.awaiting_authorization":
    case "consent.authorized":
    case "consent.expiring":
    case "consent.ended": {
      const { company, consentId } = event.facts
      return {
        ...shown,
        type: event.type,
        subject: { consentId, company, ...originOf(event) },
        data: ConsentPresenter.statusObjectOf({ ...event.facts, ...ofUser(event) })
      }
    }
    case "record.added":
    case "record.removed":
      return { ...shown, type: event.type, subject: monitorOf(event), data: event.facts }
    case "record.changed":
      return { ...shown, type: event.type, subject: monitorOf(event), data: event.facts }
    case "policy.renewal_due":
      return { ...shown, type: event.type, subject: monitorOf(event), data: event.facts }
    case "transactions.available":
      return { ...shown, type: event.type, subject: monitorOf(event), data: event.facts }
    case "monitor.baseline":
      return { ...shown, type: event.type, subject: monitorOf(event), data: event.facts }
    case "monitor.failed":
      return { ...shown, type: event.type, subject: monitorOf(event), data: event.facts }
    case "monitor.person_required":
      return { ...shown, type: event.type, subject: monitorOf(event), data: event.facts }
    case "monitor.ended":
      return { ...shown, type: event.type, subject: monitorOf(event), data: event.facts }
    default: {
      const { collectionId, company, information } = event.facts
      return {
        ...shown,
        type: event.type,
        subject: { collectionId, company, ...originOf(event) },
        data: CollectionPresenter.statusObjectOf({ ...event.facts, ...ofUser(event) }, information)
      }
    }
  }
}

/** Renders an event as JSON for an API version. Fails if the stored content does not fit that version's schema. */
export const render = (version: ApiVersion, event: StoredEvent): Result.Result<unknown, unknown> =>
  Result.try(() => encodeForVersion(version, present(event)))
