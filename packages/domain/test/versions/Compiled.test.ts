/** The laws of the codecs with schemas compiled to code, as the service runs them. */
// This import must be first, because a schema is compiled at its first use or never.
import "effect/schema/SchemaJITCompiler/enable"
import { StartCollection } from "../../src/collections/StartCollection.ts"
import {
  ShownStatusObject,
  BriefStatusObject,
  losses as statusLosses
} from "../../src/versions/2025-01-01/BriefStatusObject.ts"
import { headLosses, oldLosses, UntypedStart } from "../../src/versions/2025-01-01/UntypedParameters.ts"
import * as Version from "../../src/versions/2025-01-01/Version.ts"
import * as WealthRecords from "../../src/versions/2025-01-01/records/WealthRecords.ts"
import { WealthRecord } from "../../src/records/WealthRecord.ts"
import { codecLaws } from "./CodecLaws.ts"

codecLaws("A compiled start", {
  codec: Version.StartCollection20250101,
  head: StartCollection,
  old: UntypedStart,
  headLosses,
  oldLosses
})

codecLaws("A compiled status object", {
  codec: Version.StatusObject20250101,
  head: ShownStatusObject,
  old: BriefStatusObject,
  headLosses: statusLosses
})

codecLaws("A compiled wealth record", {
  codec: Version.WealthRecord20250101,
  head: WealthRecord,
  old: WealthRecords.OldWealthRecord,
  headLosses: WealthRecords.losses,
  oldLosses: WealthRecords.oldLosses
})
