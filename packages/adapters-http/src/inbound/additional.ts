/**
 * Exports what additional APIs need: {@link AdditionalApi}, and helpers that their handlers share with the service's
 * own handlers.
 */
export { AdditionalApi } from "./AdditionalApi.ts"
export type { AdditionalOperations } from "./AdditionalApi.ts"
export * as CallerResponse from "./handlers/CallerResponse.ts"
export * as CollectionsHandlers from "./handlers/CollectionsHandlers.ts"
export * as BuiltPage from "./pages/BuiltPage.ts"
export type { ShellPage } from "./pages/Shell.ts"
export * as ApiErrors from "./problems/ApiErrors.ts"
export * as StrictJson from "./pipeline/StrictJson.ts"
export * as ServedApi from "./versions/ServedApi.ts"
export { translations } from "./Versions.ts"
export type { VersionTranslation } from "./versions/VersionTranslation.ts"
