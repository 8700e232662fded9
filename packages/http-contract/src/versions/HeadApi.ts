/** The contract of the newest version, for which handlers are written (spec 4, 9). */
import { head } from "@sheaf/domain/ApiVersion"
import { Event } from "@sheaf/domain/versions/VersionedEvents"
import * as Api from "./Api.ts"
import { CollectedDataGroup } from "../collections/CollectedDataGroup.ts"
import { CollectionsGroup } from "../collections/CollectionsGroup.ts"
import { ConsentsGroup } from "../consents/ConsentsGroup.ts"
import { eventsGroupOf } from "../events/EventsGroup.ts"

export const HeadApi = Api.make(head, [CollectionsGroup, CollectedDataGroup], ConsentsGroup, eventsGroupOf(Event, head))
