/** The codec laws with schemas compiled to code, as the service runs them. */
// This import must come first, because schemas are compiled on first use or not at all.
import "effect/schema/SchemaJITCompiler/enable"
import { codecLaws } from "./CodecLaws.ts"
import * as VersionCodecs from "./VersionCodecs.ts"

codecLaws("A compiled start", VersionCodecs.startCollection)
codecLaws("A compiled status object", VersionCodecs.statusObject)
codecLaws("Compiled insurance records", VersionCodecs.insuranceRecords)
codecLaws("Compiled wealth records", VersionCodecs.wealthRecords)
