/** Tests the codec laws with schemas that are compiled to code, as they are in the service. */
// This import must come first, because it enables the compilation of schemas at their first use. A schema that is used
// earlier is never compiled.
import "effect/schema/SchemaJITCompiler/enable"
import { codecLaws } from "./CodecLaws.ts"
import * as VersionCodecs from "./VersionCodecs.ts"

codecLaws("A compiled start", VersionCodecs.startCollection)
codecLaws("A compiled status object", VersionCodecs.statusObject)
codecLaws("Compiled insurance records", VersionCodecs.insuranceRecords)
codecLaws("Compiled wealth records", VersionCodecs.wealthRecords)
