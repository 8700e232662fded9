/** Tests `sheaf webhooks` without a running service. */
import { assert, describe, it } from "vitest"
import * as Tools from "../Tools.ts"
import { Receiver } from "./Receiver.ts"

describe("sheaf webhooks", () => {
  const at = Tools.workspaceForAll()
  const run = (...words: ReadonlyArray<string>) => Tools.sheafPrints(at, "webhooks", ...words)
  const refused = (...words: ReadonlyArray<string>) => Tools.sheafFails(at, "webhooks", ...words)

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
})
