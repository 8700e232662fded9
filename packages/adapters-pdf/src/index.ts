/**
 * Reads insurance policies from uploaded PDFs (spec 2.1: PDF_UPLOAD). The layouts are JSON files (docs/pdf-layouts.md).
 */
export * as FieldDiagnostics from "./diagnostics/FieldDiagnostics.ts"
export * as LayoutDiagnostics from "./diagnostics/LayoutDiagnostics.ts"
export * as ReadingDiagnostics from "./diagnostics/ReadingDiagnostics.ts"
export type { CostlyField, DocumentLine, FieldReading, LayoutReading } from "./layout/ReaderResponse.ts"
export type { Layout } from "./layout/Layout.ts"
export { layoutsOf, shippedLayouts } from "./layouts/Layouts.ts"
export * as PdfUpload from "./PdfUpload.ts"
export * as Reader from "./reader/Reader.ts"
export * as UploadOutcome from "./UploadOutcome.ts"
