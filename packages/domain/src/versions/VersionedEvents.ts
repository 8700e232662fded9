/** The events of every running version (spec 6). */
import { StatusObject } from "../collections/Collection.ts"
import { ConsentStatusObject } from "../consents/ConsentStatusObject.ts"
import { eventIn } from "../events/EventSchema.ts"
import { head } from "./ApiVersion.ts"
import type { ApiVersion } from "./ApiVersion.ts"
import { replaced } from "./Running.ts"

/** An event of the newest version. */
export const Event = eventIn(head, { collection: StatusObject, consent: ConsentStatusObject })
export type Event = typeof Event.Type

const encoders = new Map<string, (event: unknown) => unknown>(
  replaced.map(({ encodeEvent, version }) => [version, encodeEvent])
)

/** Returns an event as JSON that a version shows. */
export const encode = (version: ApiVersion, event: Event): unknown =>
  encoders.get(version)?.({ ...event, version }) ?? event
