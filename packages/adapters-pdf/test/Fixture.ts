/** The documents of `fixtures`, and what is read from them. */
import { readFileSync } from "node:fs"

export const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../fixtures/${name}.pdf`, import.meta.url)))

export const base64Of = (name: string): string => Buffer.from(bytesOf(name)).toString("base64")
