/** Serves an empty page on a bare `node:http` server. The benchmark runs it in its own process. */
import { createServer } from "node:http"

const page =
  '<!doctype html><html lang="en"><head><title>Empty</title><link rel="icon" href="data:,"></head><body></body></html>'

const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(page)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(`listens on http://127.0.0.1:${address.port}`)
})
