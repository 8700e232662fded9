/** Rows that someone with access to the database moves to another client (spec 5.3, 8). */
import { TestUser } from "@sheaf/adapters-http/testing"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as MutualTls from "../../workshop/driver/MutualTls.ts"
import { clientId as victimId } from "../../workshop/stage/Installation.ts"
import type { Attack } from "../Attack.ts"
import { certify } from "../OwnCertificate.ts"
import type { Target } from "../Stage.ts"
import { consentRequest } from "../Starts.ts"

/** Runs a statement on the service's database. */
const change = ({ dataDir }: Target, sql: string, ...values: ReadonlyArray<string>): void => {
  const database = new DatabaseSync(join(dataDir, "sheaf.db"), { timeout: 5_000 })
  try {
    assert.equal(database.prepare(sql).run(...values).changes, 1, `${sql} changed nothing`)
  } finally {
    database.close()
  }
}

/** Moves the attacker's row of a table to the victim. */
const move = (target: Target, table: string, clientId: string): void =>
  change(target, `UPDATE ${table} SET client_id = ? WHERE client_id = ?`, victimId, clientId)

const movedKey: Attack = {
  name: "moved-key",
  summary: "moves an API key to the victim in the database",
  promise: "The row of a key is bound to its client. A key whose row was moved is rejected as unknown.",
  run: async (stage) => {
    const target = await stage.start()
    const { clientId, key } = await target.ownClient()
    const mallory = target.attacker.with({ "authorization-token": key })
    ;(await mallory.send("/collections")).expect(200)
    move(target, "api_key", clientId)
    const answer = await mallory.send("/collections")
    assert.equal(answer.status, 401, `the moved key returned ${answer.status}`)
    return `the moved key returned 401 ${answer.problem.code}`
  }
}

const movedSigningKey: Attack = {
  name: "moved-signing-key",
  summary: "gives a signing key the id of another one in the database",
  promise: "A signing key is sealed for its own row. In another row it does not open, and no token is signed with it.",
  run: async (stage) => {
    const target = await stage.start()
    await TestUser.make(target.attacker)
    change(target, "UPDATE signing_key SET id = ? WHERE place = 1", "mallory")
    const rotated = await target.sheaf("tokens", "rotate")
    assert.equal(rotated.code, 1, "the moved signing key opened")
    assert.match(rotated.err, /a token key in the database was changed, or moved/)
    return "the moved key did not open"
  }
}

const addedReturnAddress: Attack = {
  name: "added-return-address",
  summary: "adds a return address to the victim in the database",
  promise: "A return address that was written into the database by hand is rejected.",
  run: async (stage) => {
    const target = await stage.start()
    const { clientId } = await target.ownClient()
    const returnUrl = "https://evil.example/back"
    assert.equal((await target.sheaf("clients", "return-urls", "add", "--client", clientId, returnUrl)).code, 0)
    move(target, "client_return_url", clientId)
    const { client } = await TestUser.make(target.honest)
    const answer = await client.post("/consents", { ...consentRequest, returnUrl, state: "x" })
    assert.equal(answer.status, 400, `a consent with the moved return address returned ${answer.status}`)
    return `the moved return address returned 400 ${answer.problem.code}`
  }
}

const movedCertificate: Attack = {
  name: "moved-certificate",
  summary: "moves a client certificate to the victim in the database",
  promise: "The row of a certificate is bound to its client. A certificate whose row was moved is rejected.",
  run: async (stage) => {
    const target = await stage.start()
    const { clientId, key } = await target.ownClient()
    const { certificate, privateKey } = await certify(target, clientId)
    const ca = readFileSync(join(target.dataDir, "certs", "demo", "ca.pem"))
    const files = { ca, cert: Buffer.from(certificate), key: privateKey }
    /** Returns the status, or 0 if the handshake fails. */
    const statusWith = (apiKey: string) =>
      MutualTls.get(`${target.service.mutualTlsBase}/collections`, files, apiKey).then(
        ({ status }) => status,
        () => 0
      )
    assert.equal(await statusWith(key), 200, "the certificate does not work")
    move(target, "certificate", clientId)
    const statuses = [await statusWith(key), await statusWith(target.victimKey)]
    for (const status of statuses) assert.ok([0, 401, 403].includes(status), `the moved certificate returned ${status}`)
    return `the moved certificate returned ${statuses.join(" and ")}`
  }
}

export const rows: ReadonlyArray<Attack> = [movedKey, movedCertificate, movedSigningKey, addedReturnAddress]
