/**
 * `npm run openapi:release`: records the structure that each document promises. After a document's first release, it
 * records only additions, each with a sentence: `npm run openapi:release -- "…"`.
 */
import { existsSync, writeFileSync } from "node:fs"
import * as Documents from "./Documents.ts"
import * as Released from "./Released.ts"

const [title] = process.argv.slice(2)
const contracts = existsSync(Documents.locationOf(Released.file)) ? Released.read() : {}
const release = Released.currentRelease()

const renewed = Documents.names.map((version) => {
  const current = Documents.current(version)
  const golden = existsSync(Documents.locationOf(Documents.fileOf(version))) ? Documents.golden(version) : current
  const promise = contracts[version]
  return [
    version,
    promise === undefined
      ? Released.first(current, release)
      : Released.renew({ version, promise, current, release, golden }, title)
  ]
})

writeFileSync(Documents.locationOf(Released.file), Released.print(Object.fromEntries(renewed)))
