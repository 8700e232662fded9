/** An issuer of tokens as clients have one: it publishes its keys over HTTPS, with a certificate of its own authority. */
import { generateKeyPairSync, sign } from "node:crypto"
import type { KeyObject } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:https"
import type { Server } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { opensslPrints } from "../mutual-tls/Tools.ts"
import type { Place } from "../mutual-tls/Tools.ts"

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
  /** The `iss` of its tokens. */
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

  /** Listens; where it listened before, if it did. */
  async open(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1")
    await once(this.#server, "listening")
    const { port } = this.#server.address() as AddressInfo // a listening TCP server has this form of address
    this.#port = port
  }

  /** Nobody reaches it any more. */
  async close(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, "close")
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  /** Has a new key, by which it signs from now on; what it signed before stays good. */
  rotate(): void {
    this.#keys.push(newKey(`key-${this.#keys.length + 1}`))
  }

  /** A token for somebody, good for an hour from a moment on, which is now unless set; in milliseconds since 1970. */
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

/** An authority in a folder, which vouches for the server of every issuer; and the file with its certificate. */
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

  /** An issuer that listens. */
  async issuer(name: string): Promise<Issuer> {
    const read = (file: string) => readFileSync(join(this.#folder, file), "utf8")
    const issuer = new Issuer(name, createServer({ cert: read("issuer.pem"), key: read("issuer.key") }))
    await issuer.open()
    return issuer
  }
}
