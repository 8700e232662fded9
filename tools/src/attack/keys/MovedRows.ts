/** Rows that someone with access to the database moves to another client (decisions 14, 15). */
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { request as send } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { TestUser } from "@sheaf/adapters-http/testing"
import { clientId as victimId } from "../../workshop/stage/Installation.ts"
import type { Attack } from "../Attack.ts"
import type { Target } from "../stage/Target.ts"
import * as OwnClient from "./OwnClient.ts"

/** Runs a statement on the service's database. */
const change = ({ dataDir }: Target, sql: string, ...values: ReadonlyArray<string | number>): void => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { timeout: 5_000 })
  try {
    assert.equal(database.prepare(sql).run(...values).changes, 1, `${sql} changed nothing`)
  } finally {
    database.close()
  }
}

export const movedKey: Attack = {
  name: "moved-key",
  summary: "moves an API key to the victim in the database",
  promise: "The row of a key is bound to its client. A key whose row was moved is rejected as unknown.",
  run: ({ withTarget }) =>
    withTarget({}, async (target) => {
      const { clientId, key } = await OwnClient.make(target)
      const mallory = target.attacker.with({ "authorization-token": key })
      ;(await mallory.send("/collections")).expect(200)
      change(target, "UPDATE api_key SET client_id = ? WHERE client_id = ?", victimId, clientId)
      const answer = await mallory.send("/collections")
      assert.equal(answer.status, 401, `the moved key returned ${answer.status}`)
      assert.ok(!target.service.output().includes(key), "the log contains the key")
      return `the moved key returned 401 ${answer.problem.code}`
    })
}

export const movedSigningKey: Attack = {
  name: "moved-signing-key",
  summary: "gives a signing key the id of another one in the database",
  promise: "A signing key is sealed for its own row. In another row it does not open, and no token is signed with it.",
  run: ({ withTarget }) =>
    withTarget({}, async (target) => {
      await TestUser.make(target.attacker)
      change(target, "UPDATE signing_key SET id = ? WHERE place = 1", "mallory")
      const rotated = await target.sheaf("tokens", "rotate")
      assert.equal(rotated.code, 1, "the moved signing key opened")
      assert.match(rotated.err, /a token key in the database was changed, or moved/)
      return "the moved key did not open"
    })
}

export const addedReturnAddress: Attack = {
  name: "added-return-address",
  summary: "adds a return address to the victim in the database",
  promise: "A return address that was written into the database by hand is rejected.",
  run: ({ withTarget }) =>
    withTarget({}, async (target) => {
      const own = await OwnClient.make(target)
      const url = "https://evil.example/back"
      assert.equal((await target.sheaf("clients", "return-urls", "add", "--client", own.clientId, url)).code, 0)
      change(target, "UPDATE client_return_url SET client_id = ? WHERE client_id = ?", victimId, own.clientId)
      const { client } = await TestUser.make(target.honest)
      const answer = await client.post("/consents", {
        company: "se-fjallbanken",
        returnUrl: url,
        state: "x",
        parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
      })
      assert.equal(answer.status, 400, `a consent with the moved return address returned ${answer.status}`)
      return `the moved return address returned 400 ${answer.problem.code}`
    })
}

/** Sends a request over mutual TLS and returns the status of the response, or 0 if the handshake fails. */
const statusOver = (
  base: string,
  files: { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer },
  apiKey: string
) =>
  new Promise<number>((resolve) => {
    const headers = { "authorization-token": apiKey, "service-version": "2026-04-01" }
    const request = send(`${base}/collections`, { ...files, agent: false, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on("error", () => resolve(0))
    request.end()
  })

export const movedCertificate: Attack = {
  name: "moved-certificate",
  summary: "moves a client certificate to the victim in the database",
  promise: "The row of a certificate is bound to its client. A certificate whose row was moved is rejected.",
  run: ({ withTarget }) =>
    withTarget({}, async (target) => {
      const folder = mkdtempSync(join(tmpdir(), "sheaf-attack-"))
      try {
        const { clientId, key } = await OwnClient.make(target)
        const { certificate, privateKey } = await OwnClient.certify(target, clientId, folder)
        const ca = readFileSync(join(target.dataDir, "certs", "demo", "ca.pem"))
        const files = { ca, cert: Buffer.from(certificate), key: privateKey }
        const base = target.service.mutualTlsBase ?? ""
        assert.equal(await statusOver(base, files, key), 200, "the certificate does not work")
        change(target, "UPDATE certificate SET client_id = ? WHERE client_id = ?", victimId, clientId)
        const statuses = [await statusOver(base, files, key), await statusOver(base, files, target.victimKey)]
        for (const status of statuses)
          assert.ok([0, 401, 403].includes(status), `the moved certificate returned ${status}`)
        return `the moved certificate returned ${statuses.join(" and ")}`
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
}
