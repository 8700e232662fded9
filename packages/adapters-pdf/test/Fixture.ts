/** Provides the documents in `fixtures`. */
import { readFileSync } from "node:fs"
import { layoutsOf, shippedLayouts } from "../src/index.ts"
import type { Reader } from "../src/index.ts"

export const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../fixtures/${name}.pdf`, import.meta.url)))

export const base64Of = (name: string): string => Buffer.from(bytesOf(name)).toString("base64")

export const readRequestOf = (bytes: Uint8Array, company?: string): Reader.ReadRequest => ({
  callContext: { client: "one", person: "one" },
  name: "a-document",
  size: bytes.byteLength,
  bytes: () => bytes,
  layouts: company === undefined ? shippedLayouts : layoutsOf(company, shippedLayouts)
})
