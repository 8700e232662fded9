/** `sheaf webhooks`, without a running service. */
import { afterAll, assert, describe, it } from "vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Tools from "../Tools.ts"
import { Receiver } from "./Receiver.ts"

const folder = mkdtempSync(join(tmpdir(), "sheaf-webhooks-"))
afterAll(() => rmSync(folder, { recursive: true }))

describe("sheaf webhooks", () => {
  const at: Tools.Place = { folder, dataDir: join(folder, "data") }
  const run = (...words: ReadonlyArray<string>) => Tools.sheafPrints(at, "webhooks", ...words)
  const refused = (...words: ReadonlyArray<string>) => Tools.sheafRefuses(at, "webhooks", ...words)

  it("tests an endpoint without a running service, and prints the receiver's response", async () => {
    const client = await Tools.sheafPrints(at, "clients", "create", "--name", "Lund")
    const receiver = await new Receiver().listen()
    const [endpoint = ""] = (await run("add", receiver.url, "--client", client)).split("\t")
    assert.match(await run("test", endpoint, "--client", client), /^204 in \d+ ms$/)
    const [received] = receiver.received
    assert.strictEqual(received?.event.type, "endpoint.test")
    assert.match(String(received?.headers["webhook-signature"]), /^v1,\S{44}$/)

    receiver.answer = (response) => void response.writeHead(500).end()
    const failed = await refused("test", endpoint, "--client", client)
    assert.match(failed, /^the test failed after \d+ ms: UNEXPECTED_STATUS 500$/)
    receiver.answer = (response) => void response.writeHead(301, { location: "/" }).end()
    assert.match(await refused("test", endpoint, "--client", client), /REDIRECTED 301$/)
    receiver.close()
    assert.match(await refused("test", endpoint, "--client", client), /UNREACHABLE ECONNREFUSED$/)

    const other = await Tools.sheafPrints(at, "clients", "create", "--name", "Brask")
    assert.strictEqual(await refused("test", endpoint, "--client", other), "the client has no such endpoint")
  })

  it("rotates a secret seven times a day", async () => {
    const client = await Tools.sheafPrints(at, "clients", "create", "--name", "Lund")
    const [endpoint = ""] = (await run("add", "http://127.0.0.1:9/", "--client", client)).split("\t")
    const secrets = new Set<string>()
    for (let rotations = 0; rotations < 7; rotations++) {
      secrets.add(await run("rotate", endpoint, "--client", client))
    }
    assert.strictEqual(secrets.size, 7)
    assert.include(await refused("rotate", endpoint, "--client", client), "the endpoint's deliveries have 8 signatures")
  })
})
