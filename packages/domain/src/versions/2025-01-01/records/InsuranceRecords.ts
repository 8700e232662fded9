/**
 * The insurance records of version 2025-01-01: known kinds only, and without the new members. Each difference has its
 * own file, and this module combines them.
 */
import { Predicate, Schema, SchemaTransformation, Struct } from "effect"
import {
  AnimalInsurance,
  HouseContentInsurance,
  InsuranceRecord,
  PersonInsurance,
  personCovers,
  VehicleInsurance
} from "../../2026-04-01/Records.ts"
import * as Annotations from "../../../shared/Annotations.ts"
import { applyToEach } from "../../changes/VersionChange.ts"
import type { CodecLoss } from "../../changes/VersionChange.ts"
import * as AddRecordDetails from "./AddRecordDetails.ts"
import * as AddRecordKinds from "./AddRecordKinds.ts"
import * as AddStableIds from "./AddStableIds.ts"

const { insurance: newMembers, insuranceRecord: newRecordMembers } = AddRecordDetails.newMembers

const OldPersonSubType = Annotations.literals(
  "The risk that the person is insured against.",
  Struct.omit(personCovers, ["illness"])
).annotate({ identifier: "PersonSubType" })

const knownExamples = <A, Known extends A>(head: Schema.Codec<A>, isKnown: (value: A) => value is Known) => {
  const { examples, ...words } = Annotations.annotationsOf(head)
  return { ...words, examples: examples.filter(isKnown) }
}

const isKnownPerson = (insurance: typeof PersonInsurance.Type): insurance is AddRecordKinds.KnownPersonInsurance =>
  insurance.insuranceSubType !== "illness"

const insurance = Schema.Union([
  Schema.Struct(Struct.omit(VehicleInsurance.fields, newMembers)).annotate(Annotations.annotationsOf(VehicleInsurance)),
  Schema.Struct(Struct.omit(HouseContentInsurance.fields, newMembers)).annotate(
    Annotations.annotationsOf(HouseContentInsurance)
  ),
  Schema.Struct(Struct.omit(AnimalInsurance.fields, newMembers)).annotate(Annotations.annotationsOf(AnimalInsurance)),
  Schema.Struct({
    ...Struct.omit(PersonInsurance.fields, newMembers),
    insuranceSubType: OldPersonSubType
  }).annotate(knownExamples(PersonInsurance, isKnownPerson))
]).annotate({ description: "The insurance itself; `insuranceType` identifies the kind of insurance." })

const OldInsuranceRecord = Schema.Struct({
  ...Struct.omit(InsuranceRecord.fields, [...AddStableIds.newMembers, ...newRecordMembers]),
  insurance,
  documents: AddStableIds.insuranceDocuments
}).annotate(knownExamples(InsuranceRecord, AddRecordKinds.isKnownInsurance))

export const OldInsuranceRecords = Schema.Array(OldInsuranceRecord)

/**
 * The newest version's record. It is not checked here, because the old record's schema already checks all members, both
 * when decoding and when encoding.
 */
const HeadRecord = Schema.declare(
  (value): value is InsuranceRecord => Predicate.isObject(value) && Predicate.hasProperty(value, "insurance"),
  {
    identifier: "HeadInsuranceRecord",
    toCodecArbitrary: () =>
      Schema.link<InsuranceRecord>()(
        Schema.toType(InsuranceRecord),
        SchemaTransformation.passthrough<InsuranceRecord>()
      )
  }
)

const decode = (records: typeof OldInsuranceRecords.Type): ReadonlyArray<InsuranceRecord> => records

const encode = (records: ReadonlyArray<InsuranceRecord>): typeof OldInsuranceRecords.Type =>
  records.filter(AddRecordKinds.isKnownInsurance)

/** Encoding omits records of kinds that this version does not have. */
export const InsuranceRecords20250101 = OldInsuranceRecords.pipe(
  Schema.decodeTo(Schema.Array(HeadRecord), SchemaTransformation.transform({ decode, encode }))
)

export const codecLosses: ReadonlyArray<CodecLoss<ReadonlyArray<InsuranceRecord>>> = [
  ...AddRecordKinds.insuranceCodecLosses,
  ...[...AddRecordDetails.insuranceCodecLosses, ...AddStableIds.insuranceCodecLosses].map(applyToEach)
]
