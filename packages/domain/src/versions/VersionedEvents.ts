/** The events of all supported versions (spec 6). */
import { StatusObject } from "../collections/Collection.ts"
import { ConsentStatusObject } from "../consents/ConsentStatusObject.ts"
import { eventSchemaOf } from "../events/EventSchema.ts"
import { head } from "./ApiVersion.ts"
import type { ApiVersion } from "./ApiVersion.ts"
import { replacedVersions } from "./SupportedVersions.ts"

export const Event = eventSchemaOf(head, { collection: StatusObject, consent: ConsentStatusObject })
export type Event = typeof Event.Type

const encoders = new Map<string, (event: unknown) => unknown>(
  replacedVersions.map(({ encodeEvent, version }) => [version, encodeEvent])
)

export const encodeForVersion = (version: ApiVersion, event: Event): unknown =>
  encoders.get(version)?.({ ...event, version }) ?? event
