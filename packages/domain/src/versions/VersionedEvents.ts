/** The events of all supported versions (spec 6). */
import { StatusObject } from "../collections/Collection.ts"
import { ConsentStatusObject } from "../consents/ConsentStatusObject.ts"
import { eventSchemaOf } from "../events/EventSchema.ts"
import { head } from "./ApiVersion.ts"
import type { ApiVersion } from "./ApiVersion.ts"
import { replacedVersions } from "./SupportedVersions.ts"

/** An event of the newest version. */
export const Event = eventSchemaOf(head, { collection: StatusObject, consent: ConsentStatusObject })
export type Event = typeof Event.Type

const encoders = new Map<string, (event: unknown) => unknown>(
  replacedVersions.map(({ encodeEvent, version }) => [version, encodeEvent])
)

/** Returns an event as JSON in a version. */
export const encodeForVersion = (version: ApiVersion, event: Event): unknown =>
  encoders.get(version)?.({ ...event, version }) ?? event
