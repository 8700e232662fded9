/** Invented documents that the reader can read, or should reject, for tests and demonstrations. */
import { readFileSync } from "node:fs"

/** Reads the document with this file name. */
export const readSample = (file: string): Uint8Array => readFileSync(new URL(`../../fixtures/${file}`, import.meta.url))
