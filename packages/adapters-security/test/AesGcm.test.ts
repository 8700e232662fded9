/** Tests that AES-256-GCM on the event loop produces the same results as WebCrypto. */
import { assert, describe, it } from "@effect/vitest"
import { webcrypto } from "node:crypto"
import * as AesGcm from "../src/sealing/AesGcm.ts"

const bytes = new Uint8Array(32).fill(7)
const nonce = new Uint8Array(12).fill(5)
const aad = new Uint8Array(40).fill(3)
const key = AesGcm.importKey(bytes)

describe("AES-256-GCM", () => {
  it.each([0, 1, 4_096, 65_535])("writes the bytes of WebCrypto for %i bytes, and opens them", async (length) => {
    const plain = new Uint8Array(length).fill(1)
    const webKey = await webcrypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt"])
    const other = await webcrypto.subtle.encrypt({ name: "AES-GCM", iv: nonce, additionalData: aad }, webKey, plain)
    const sealed = AesGcm.encrypt(key, nonce, plain, aad)
    assert.deepStrictEqual(new Uint8Array(sealed), new Uint8Array(other))
    assert.deepStrictEqual(AesGcm.decrypt(key, nonce, sealed, aad), plain)
  })
})
