/** Tests the codec laws with schemas that are compiled to code, as they are in the service. */
// This import must come first: a schema is compiled when it is first used, so a schema that is used before this import
// is never compiled.
import "effect/schema/SchemaJITCompiler/enable"
import { codecLaws } from "./CodecLaws.ts"
import * as VersionCodecs from "./VersionCodecs.ts"

codecLaws("A compiled start", VersionCodecs.startCollection)
codecLaws("A compiled status object", VersionCodecs.statusObject)
codecLaws("Compiled insurance records", VersionCodecs.insuranceRecords)
codecLaws("Compiled wealth records", VersionCodecs.wealthRecords)
