/** A fake of Mobile-ID's REST interface, based on its documentation. */
import { Effect } from "effect"
import { constants, privateEncrypt, sign } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as FakeProvider from "./FakeProvider.ts"
import type { PersonKey } from "./PersonKeys.ts"

export const relyingParty = { relyingPartyUuid: "00000000-0000-0000-0000-000000000000", relyingPartyName: "DEMO" }

const required = [
  "relyingPartyUUID",
  "relyingPartyName",
  "phoneNumber",
  "nationalIdentityNumber",
  "hash",
  "hashType",
  "language"
]

/**
 * What a phone signs. For elliptic-curve keys, tests also pass the challenge, because the phone knows only its hash.
 */
export interface Authentication {
  readonly person: PersonKey
  readonly challenge?: Uint8Array
  readonly algorithm?: string
}

/** The DigestInfo prefix for SHA-256 (RFC 8017 §9.2). */
const digestInfo = Buffer.from("3031300d060960864801650304020105000420", "hex")

const signHash = (key: KeyObject, digest: Uint8Array): Buffer =>
  privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([digestInfo, digest]))

const reportOf = (digest: Uint8Array, { algorithm, challenge, person }: Authentication): object => {
  const { certificate, key } = person
  const isCurve = key.asymmetricKeyType === "ec"
  const value =
    challenge === undefined
      ? signHash(key, digest)
      : sign("sha256", challenge, isCurve ? { key, dsaEncoding: "ieee-p1363" } : key)
  return {
    state: "COMPLETE",
    result: "OK",
    signature: {
      value: value.toString("base64"),
      algorithm: algorithm ?? (isCurve ? "SHA256WithECEncryption" : "SHA256WithRSAEncryption")
    },
    cert: certificate,
    time: "2026-11-28T10:52:20",
    traceId: "d8de38e7bb5d8f8a"
  }
}

export const make = Effect.gen(function* () {
  const sessions: Array<string> = []
  let end: object = { state: "RUNNING" }
  let digest: Uint8Array = new Uint8Array()
  const provider = yield* FakeProvider.make("/mid-api/", ({ body, method, path }) => {
    const [, id = ""] = /^authentication\/session\/([^?]+)\?timeoutMs=\d+$/.exec(path) ?? []
    if (method === "GET") return FakeProvider.json(sessions.includes(id) ? 200 : 404, sessions.includes(id) ? end : {})
    const isComplete = path === "authentication" && required.every((name) => body[name] !== undefined)
    digest = Buffer.from(String(body.hash), "base64")
    if (!isComplete || digest.length !== 32 || body.hashType !== "SHA256")
      return FakeProvider.json(400, { error: "Required parameter is missing" })
    sessions.push(`de305d54-75b4-431b-adb2-${String(sessions.length).padStart(12, "0")}`)
    end = { state: "RUNNING" }
    return FakeProvider.json(200, { sessionID: sessions.at(-1) })
  })
  return {
    ...provider,
    sessions,
    end: (report: object): void => void (end = report),
    authenticate: (given: Authentication, change: (report: object) => object = (report) => report): void =>
      void (end = change(reportOf(digest, given)))
  }
})
