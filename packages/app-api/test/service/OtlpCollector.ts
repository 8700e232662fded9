/**
 * An OpenTelemetry collector that runs as a process. It accepts OTLP as JSON over HTTP, prints its address, and appends
 * each request to a file as one line.
 */
import { appendFileSync } from "node:fs"
import { createServer } from "node:http"

const [file = ""] = process.argv.slice(2)

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => void chunks.push(chunk))
  request.on("end", () => {
    const { headers, url } = request
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    appendFileSync(file, `${JSON.stringify({ url, headers, body })}\n`)
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (typeof address === "object" && address !== null)
    process.stdout.write(`collects on http://127.0.0.1:${address.port}\n`)
})
