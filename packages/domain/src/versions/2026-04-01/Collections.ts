/**
 * The terms of version 2026-04-01 for companies, collections, consents and events, to which the codecs of the version
 * before it decode. While this version is the head, they are the model's own. A term that a newer head changes moves
 * here as it was, so that older folders never change.
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
