/**
 * The types of companies, collections, consents and events in version 2026-04-01. The codecs of version 2025-01-01
 * decode to them. While this version is the newest, its types are those of the domain model. When a newer version
 * changes a type of the domain model, the unchanged type moves to this folder. The folders of older versions stay as
 * they are.
 */
export { extraInformationDescription, StatusObject } from "../../collections/Collection.ts"
export * as CollectionStatus from "../../collections/CollectionStatus.ts"
export { schemaWithReason } from "../../collections/ExtraInformation.ts"
export type { ExtraInformation } from "../../collections/ExtraInformation.ts"
export * as FailureReason from "../../collections/FailureReason.ts"
export * as Parameter from "../../collections/Parameter.ts"
export { maxParameters, StartCollection } from "../../collections/StartCollection.ts"
export { CollectionInput } from "../../collections/SupplementInfo.ts"
export { marketOf } from "../../companies/Company.ts"
export type { CompanyId } from "../../companies/Company.ts"
export * as LoginMethod from "../../companies/LoginMethod.ts"
export { ConsentStatusObject } from "../../consents/ConsentStatusObject.ts"
export { eventSchemaOf, eventExamples } from "../../events/EventSchema.ts"
