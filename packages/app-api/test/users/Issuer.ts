/** A token issuer that publishes its keys over HTTPS, with a certificate from its own authority. */
import { generateKeyPairSync, sign } from "node:crypto"
import type { KeyObject } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:https"
import type { Server } from "node:https"
import { join } from "node:path"
import { close, listen } from "../Listening.ts"
import { opensslPrints } from "../Tools.ts"
import type { Place } from "../Tools.ts"

export const audience = "collections"

const path = "/.well-known/jwks.json"

interface SigningKey {
  readonly keyId: string
  readonly privateKey: KeyObject
  readonly published: object
}

const newKey = (keyId: string): SigningKey => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  return { keyId, privateKey, published: { ...publicKey.export({ format: "jwk" }), kid: keyId, use: "sig" } }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

export class Issuer {
  /** The `iss` claim of its tokens. */
  readonly name: string
  readonly #server: Server
  readonly #keys: Array<SigningKey> = [newKey("key-1")]
  #port = 0

  constructor(name: string, server: Server) {
    this.name = name
    this.#server = server.on("request", (_, response) => {
      response.setHeader("content-type", "application/jwk-set+json")
      response.end(JSON.stringify({ keys: this.#keys.map(({ published }) => published) }))
    })
  }

  get jwksUrl(): string {
    return `https://127.0.0.1:${this.#port}${path}`
  }

  /** Starts listening, on the previous port if there was one. */
  async open(): Promise<void> {
    this.#port = await listen(this.#server, this.#port)
  }

  /** Stops listening. */
  async close(): Promise<void> {
    if (this.#server.listening) await close(this.#server)
  }

  /** Adds a key and signs with it from now on. Earlier tokens stay valid. */
  rotate(): void {
    this.#keys.push(newKey(`key-${this.#keys.length + 1}`))
  }

  /** Signs a token for a user, valid for an hour from `issuedAt`, in milliseconds since 1970. */
  token(sub: string, issuedAt = Date.now()): string {
    const key = this.#keys.at(-1)
    if (key === undefined) throw new Error("an issuer always has a key")
    const iat = Math.floor(issuedAt / 1000)
    const claims = { iss: this.name, aud: audience, sub, iat, exp: iat + 3600 }
    const input = `${part({ alg: "ES256", typ: "at+jwt", kid: key.keyId })}.${part(claims)}`
    const signature = sign("sha256", Buffer.from(input), { key: key.privateKey, dsaEncoding: "ieee-p1363" })
    return `${input}.${signature.toString("base64url")}`
  }
}

/** The authority that signs all issuers' server certificates. */
export class Surroundings {
  readonly caFile: string
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.caFile = join(folder, "issuers-ca.pem")
  }

  static async make(place: Place): Promise<Surroundings> {
    const make = (...words: ReadonlyArray<string>) =>
      opensslPrints(place, "req", "-x509", "-days", "2", "-newkey", "rsa:2048", "-nodes", ...words)
    const [ca, caKey] = ["issuers-ca.pem", "issuers-ca.key"]
    const authority = ["-subj", "/CN=An authority of issuers", "-addext", "keyUsage=critical,keyCertSign"]
    await make("-keyout", caKey, "-out", ca, ...authority)
    const server = ["-subj", "/CN=An issuer", "-addext", "subjectAltName=IP:127.0.0.1"]
    const leaf = ["-addext", "basicConstraints=critical,CA:FALSE"]
    await make("-keyout", "issuer.key", "-out", "issuer.pem", ...server, ...leaf, "-CA", ca, "-CAkey", caKey)
    return new Surroundings(place.folder)
  }

  /** Creates an issuer and starts listening. */
  async issuer(name: string): Promise<Issuer> {
    const read = (file: string) => readFileSync(join(this.#folder, file), "utf8")
    const issuer = new Issuer(name, createServer({ cert: read("issuer.pem"), key: read("issuer.key") }))
    await issuer.open()
    return issuer
  }
}
