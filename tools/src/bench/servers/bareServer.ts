/** Serves status polls on a bare `node:http` server, without a framework. The benchmark runs it in its own process. */
import { createServer } from "node:http"
import * as BarePolls from "./BarePolls.ts"

const [file = ""] = process.argv.slice(2)

const server = createServer(BarePolls.make(file))
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(`listens on http://127.0.0.1:${address.port}`)
})
