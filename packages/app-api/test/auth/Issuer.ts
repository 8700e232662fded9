/** A token issuer that publishes its keys over HTTPS, with a certificate from its own authority. */
import { generateKeyPairSync, sign } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:https"
import type { Server } from "node:https"
import { join } from "node:path"
import { close, listen } from "../../src/testing/TestServer.ts"
import { opensslPrints } from "../Tools.ts"
import type { Workspace } from "../Tools.ts"

export const audience = "collections"

const path = "/.well-known/jwks.json"
const keyId = "key-1"

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

export class Issuer {
  readonly name: string
  readonly #server: Server
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" })
  #port = 0

  constructor(name: string, server: Server) {
    this.name = name
    this.#server = server.on("request", (_, response) => {
      response.setHeader("content-type", "application/jwk-set+json")
      const published = { ...this.#key.publicKey.export({ format: "jwk" }), kid: keyId, use: "sig" }
      response.end(JSON.stringify({ keys: [published] }))
    })
  }

  get jwksUrl(): string {
    return `https://127.0.0.1:${this.#port}${path}`
  }

  close(): Promise<void> {
    return close(this.#server)
  }

  /** The token is valid for an hour. */
  token(sub: string): string {
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: this.name, aud: audience, sub, iat, exp: iat + 3600 }
    const input = `${part({ alg: "ES256", typ: "at+jwt", kid: keyId })}.${part(claims)}`
    const signature = sign("sha256", Buffer.from(input), { key: this.#key.privateKey, dsaEncoding: "ieee-p1363" })
    return `${input}.${signature.toString("base64url")}`
  }

  /** Creates the issuer's authority (`issuer-ca.pem`) and certificate, and starts listening. */
  static async open(place: Workspace, name: string): Promise<Issuer> {
    const make = (...words: ReadonlyArray<string>) =>
      opensslPrints(place, "req", "-x509", "-days", "2", "-newkey", "rsa:2048", "-nodes", ...words)
    const [ca, caKey] = ["issuer-ca.pem", "issuer-ca.key"]
    const authority = ["-subj", "/CN=An authority of issuers", "-addext", "keyUsage=critical,keyCertSign"]
    await make("-keyout", caKey, "-out", ca, ...authority)
    const server = ["-subj", "/CN=An issuer", "-addext", "subjectAltName=IP:127.0.0.1"]
    const leaf = ["-addext", "basicConstraints=critical,CA:FALSE"]
    await make("-keyout", "issuer.key", "-out", "issuer.pem", ...server, ...leaf, "-CA", ca, "-CAkey", caKey)
    const read = (file: string) => readFileSync(join(place.folder, file), "utf8")
    const issuer = new Issuer(name, createServer({ cert: read("issuer.pem"), key: read("issuer.key") }))
    issuer.#port = await listen(issuer.#server)
    return issuer
  }
}
