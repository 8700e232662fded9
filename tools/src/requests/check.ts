/**
 * `npm run requests:check`: runs the walkthroughs of the request collections against a sandbox, with the programs that
 * people use: the Postman collection with newman, and the Bruno collection with Bruno's command line.
 */
import { start } from "@sheaf/app-api/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { locationOf } from "../openapi/Documents.ts"
import { install, run } from "../package/Command.ts"
import { brunoFolder, postmanFile } from "./Collections.ts"
import * as WebhookReceiver from "./WebhookReceiver.ts"

const folder = mkdtempSync(join(tmpdir(), "sheaf-requests-"))
const programs = join(folder, "programs")
const programOf = (name: string): string => join(programs, "node_modules/.bin", name)

install(programs, "newman@6.2.2", "@usebruno/cli@4.1.0")
const service = await start({ dataDir: join(folder, "data") })
const receiver = await WebhookReceiver.start()
try {
  const address = ["--env-var", `baseUrl=${service.base}`, "--env-var", `receiver=${receiver.url}`]
  const collection = locationOf(postmanFile)
  console.log(
    run(folder, programOf("newman"), "run", collection, "--folder", "Walkthrough", "--color", "off", ...address)
  )
  const words = ["run", "walkthrough", "-r", "--env", "Sandbox", ...address]
  console.log(run(locationOf(brunoFolder), programOf("bru"), ...words))
  // Each program sends one test, and completes one collection while the endpoint exists.
  const types = await receiver.types(4)
  if (types.join() !== "endpoint.test,collection.completed,endpoint.test,collection.completed") {
    throw new Error(`the receiver got ${types.join(", ")}`)
  }
} finally {
  receiver.stop()
  await service.stop()
  rmSync(folder, { recursive: true })
}
