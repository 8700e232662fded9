/** As whom Sheaf calls: at a server of openssl that lets nobody in without a certificate (decisions 9, 15). */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { Agent, request } from "node:https"
import type { SecureContext } from "node:tls"
import { OutboundTls } from "../src/index.ts"
import * as Openssl from "./Openssl.ts"
import { test } from "./World.ts"

/** An authority, and what it signed for a server and for us. */
const setUp = Effect.gen(function* () {
  const openssl = yield* Openssl.make
  const make = (name: string, ...words: ReadonlyArray<string>) => {
    const key = ["-newkey", "rsa:2048", "-nodes", "-keyout", `${name}.key`, "-out", `${name}.pem`]
    openssl.expect("req", "-x509", ...key, "-subj", `/CN=${name}`, ...words)
    const text = (file: string) => Buffer.from(openssl.read(file)).toString()
    return { key: Redacted.make(text(`${name}.key`)), certificate: text(`${name}.pem`) }
  }
  const authority = make("ca", "-addext", "keyUsage=critical,keyCertSign")
  const leaf = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "basicConstraints=critical,CA:false"]
  make("server", ...leaf, "-addext", "subjectAltName=IP:127.0.0.1")
  const identity = make("sheaf", ...leaf, "-addext", "extendedKeyUsage=clientAuth")
  const stranger = make("stranger", "-addext", "extendedKeyUsage=clientAuth")
  const encrypted = Redacted.make(openssl.expect("pkey", "-in", "sheaf.key", "-aes-256-cbc", "-passout", "pass:secret"))
  return { folder: openssl.folder, ca: authority.certificate, encrypted, identity, stranger }
})

/** The server; it answers with a page about the connection. */
const serve = (folder: string) => {
  const own = ["-cert", "server.pem", "-key", "server.key", "-CAfile", "ca.pem"]
  const demanding = ["-Verify", "1", "-verify_return_error"]
  return Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly end: () => void }>((resume) => {
      const child = spawn("openssl", ["s_server", "-accept", "127.0.0.1:0", "-www", ...own, ...demanding], {
        cwd: folder
      })
      let said = ""
      child.stdout.on("data", (chunk: Buffer) => {
        said += chunk.toString()
        const port = /^ACCEPT 127\.0\.0\.1:(\d+)/m.exec(said)?.[1]
        if (port !== undefined) resume(Effect.succeed({ port: Number(port), end: () => void child.kill() }))
      })
    }),
    ({ end }) => Effect.sync(end)
  )
}

/** The page, or that there is none. */
const call = (port: number, secureContext: SecureContext) =>
  Effect.callback<string>((resume) => {
    const sent = request({ host: "127.0.0.1", port, agent: new Agent({ secureContext }) }, (response) => {
      let page = ""
      response.on("data", (chunk: Buffer) => (page += chunk.toString()))
      response.on("end", () => resume(Effect.succeed(page)))
      response.on("error", () => resume(Effect.succeed("cut off")))
    })
    sent.on("error", () => resume(Effect.succeed("cut off")))
    sent.end()
  })

describe("Sheaf, at a server that wants to know who calls", () => {
  it.live("is let in with its own certificate, and not without one or with another", () =>
    Effect.gen(function* () {
      const { ca, folder, identity, stranger } = yield* setUp
      const { port } = yield* serve(folder)
      const page = (options: OutboundTls.OutboundTlsOptions) =>
        Effect.flatMap(Effect.fromResult(OutboundTls.make(options)), (context) => call(port, context))
      assert.match(yield* page({ ca, identity }), /Subject: CN ?= ?sheaf/)
      assert.strictEqual(yield* page({ ca }), "cut off")
      assert.strictEqual(yield* page({ ca, identity: stranger }), "cut off")
      // It does not speak with everybody who would let it in, either.
      assert.strictEqual(yield* page({ identity }), "cut off")
    })
  )

  test("says that its key is encrypted", function* () {
    const { encrypted, identity } = yield* setUp
    const { message } = yield* Effect.flip(
      Effect.fromResult(OutboundTls.make({ identity: { ...identity, key: encrypted } }))
    )
    assert.strictEqual(message, "keyFile is encrypted: only one without a passphrase can be used")
  })
})
