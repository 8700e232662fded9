/**
 * A webhook receiver on a node's host: `receiver.ts <port> <log>`. It accepts every delivery, and appends the event's
 * id to the log.
 */
import { appendFileSync } from "node:fs"
import { createServer } from "node:http"

const [port = "", log = ""] = process.argv.slice(2)

createServer((request, response) => {
  request.resume().on("end", () => {
    appendFileSync(log, `${String(request.headers["webhook-id"])}\n`)
    response.writeHead(204).end()
  })
}).listen(Number(port), "127.0.0.1", () => process.send?.("ready"))
