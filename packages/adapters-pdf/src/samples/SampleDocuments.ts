/** Invented documents for tests and demonstrations. The reader must read some and reject others. */
import { readFileSync } from "node:fs"

export const readSample = (file: string): Uint8Array => readFileSync(new URL(`../../fixtures/${file}`, import.meta.url))
