/** The contract of the oldest version, 2025-01-01, which applies to requests that specify no version (spec 4, 9). */
import { ConsentStatusObject20250101, Event20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import * as Api from "../Api.ts"
import { consentsGroupOf } from "../../consents/ConsentsGroup.ts"
import { eventsGroupOf } from "../../events/EventsGroup.ts"
import { InsuranceCollectionsGroup, WealthCollectionsGroup } from "./ProductCollectionsGroup.ts"

export const Api20250101 = Api.make(
  "2025-01-01",
  [InsuranceCollectionsGroup, WealthCollectionsGroup],
  consentsGroupOf(ConsentStatusObject20250101),
  eventsGroupOf(Event20250101, "2025-01-01")
)
