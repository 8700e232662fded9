/**
 * `npm run openapi:release`: writes the contract that each document promises. After a document's first release, it records
 * only additions, each with a sentence: `npm run openapi:release -- "…"`.
 */
import * as Documents from "./Documents.ts"
import * as Released from "./Released.ts"

const [title] = process.argv.slice(2)
const release = Released.currentRelease()

const renewed = Documents.names.map((version) => {
  const current = Documents.current(version)
  const promise = Released.read(version)
  return [
    version,
    promise === undefined
      ? Released.first(current, release)
      : Released.renew({ version, promise, current, release }, title)
  ] as const
})

for (const [version, contract] of renewed) Released.write(version, contract)
