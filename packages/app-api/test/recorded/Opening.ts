/** Tests that the current service continues with a recorded folder, or with a database to which the folder moved. */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { assert, it } from "vitest"
import { hash, X509Certificate } from "node:crypto"
import { RecordedData } from "../../src/testing/index.ts"
import * as Consents from "./Consents.ts"
import type { Opened, RecordedFolder } from "./Folders.ts"
import * as InProtocol from "./InProtocol.ts"
import * as Waiting from "./Waiting.ts"

/** Formats a certificate as the `Client-Cert` header of a proxy (RFC 9440). */
const asField = (pem: string): string => `:${new X509Certificate(pem).raw.toString("base64")}:`

const byName = <A>(entries: ReadonlyArray<readonly [string, A]>): ReadonlyArray<readonly [string, A]> =>
  entries.toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Registers the tests. They change the folder's data, in this order. */
export const continues = ({ answers, manifest }: RecordedFolder, opened: () => Opened): void => {
  it("shows every waiting collection with its recorded status", async () => {
    const waiting = manifest.collections.filter(
      ({ expire, supplements }) => manifest.end === "stopped" && (expire || supplements.length > 0)
    )
    for (const collection of waiting) {
      assert.strictEqual(await Waiting.statusOf(opened(), collection), collection.status, collection.name)
    }
  })

  it("returns the recorded responses, except that the newest version can add members", async () => {
    const compare = async ({ body, by, path, sha256, status, version }: RecordedData.RecordedAnswer): Promise<void> => {
      const answer = await (await opened().as(by, version)).send(path)
      const title = `${path} in ${version}, as ${by}`
      assert.strictEqual(answer.status, status, `${title}: ${answer.text.slice(0, 500)}`)
      if (sha256 === undefined) {
        // Replaced versions never gain members.
        const json = version === ApiVersion.head ? RecordedData.asRecorded(answer.json, body) : answer.json
        assert.deepStrictEqual(RecordedData.withoutTexts(json), RecordedData.withoutTexts(body), title)
      } else assert.strictEqual(hash("sha256", answer.bytes), sha256, title)
    }
    const atOnce = 8
    for (let first = 0; first < answers.length; first += atOnce) {
      await Promise.all(answers.slice(first, first + atOnce).map(compare))
    }
  })

  it("accepts valid keys and tokens, and rejects revoked ones", async () => {
    for (const { keys, name } of manifest.clients) {
      // A client that must use mutual TLS sends its certificate.
      const good = manifest.certificates.find(({ client, status }) => client === name && status === 200)
      const certificate = good === undefined ? {} : { "client-cert": asField(good.certificate) }
      for (const { isLive, key } of keys) {
        const client = opened().with({ "authorization-token": key, ...certificate })
        assert.strictEqual((await client.send("/companies/availability")).status, isLive ? 200 : 401, `${name}: ${key}`)
      }
    }
    for (const { name, tokens } of manifest.users) {
      for (const { isLive, signedBy, token } of tokens) {
        const answer = await opened()
          .with({ authorization: `Bearer ${token}` })
          .send("/consents?limit=1")
        assert.strictEqual(answer.status, isLive ? 200 : 401, `${name}, with a token of the ${signedBy} key`)
      }
    }
  })

  it("accepts valid certificates, and rejects revoked ones", async () => {
    for (const { certificate, client, code, name, status } of manifest.certificates) {
      const headers = { "authorization-token": opened().keyOf(client), "client-cert": asField(certificate) }
      const answer = await opened().with(headers).send("/companies/availability")
      assert.strictEqual(answer.status, status, name)
      if (code !== undefined) assert.strictEqual(answer.problem.code, code, name)
      const without = await opened()
        .with({ "authorization-token": opened().keyOf(client) })
        .send("/companies/availability")
      assert.strictEqual(without.problem.code, "MUTUAL_TLS_REQUIRED")
    }
  })

  it("lets every waiting collection reach its final status, with the data of its twin", async () => {
    const reached = await Promise.all(
      manifest.collections.map(async (collection) => {
        const { id, name } = collection
        return [`${name} ${id}`, await Waiting.finish(opened(), collection)] as const
      })
    )
    const expected = manifest.collections.map(({ finalStatus, id, name }) => [`${name} ${id}`, finalStatus] as const)
    assert.deepStrictEqual(byName(reached), byName(expected))
    for (const { by, id, name, twin } of manifest.collections) {
      if (twin === undefined) continue
      assert.deepStrictEqual(
        (await Waiting.recordsOf(opened(), by, id)).map(InProtocol.of),
        (await Waiting.recordsOf(opened(), by, twin)).map(InProtocol.of),
        `${name} ${id}`
      )
    }
  })

  it("lets every open consent reach its final status, and collects under the valid consents", async () => {
    const reached = await Promise.all(
      manifest.consents.map(async (consent) => {
        const { consentId, name } = consent
        return [`${name} ${consentId}`, await Consents.finish(opened(), consent)] as const
      })
    )
    const expected = manifest.consents.map(
      ({ consentId, finalStatus, name }) => [`${name} ${consentId}`, finalStatus] as const
    )
    assert.deepStrictEqual(byName(reached), byName(expected))
  })
}
