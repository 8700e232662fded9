/** Insurances from uploaded PDFs (spec 2.1: PDF_UPLOAD). Layouts are data: docs/pdf-layouts.md tells how to add one. */
export type { FieldReading, Reading } from "./reader/Told.ts"
export { layouts, layoutsOf } from "./layouts/Layouts.ts"
export * as PdfUpload from "./PdfUpload.ts"
export * as Reader from "./reader/Reader.ts"
export * as UploadScenarios from "./scenarios/UploadScenarios.ts"
export * as Verdict from "./Verdict.ts"
