/** `npm run openapi:diff`: prints how each document differs from the committed one, and fails if a promise is broken. */
import { inLine } from "./Difference.ts"
import * as Differences from "./Differences.ts"
import * as Documents from "./Documents.ts"
import * as Released from "./Released.ts"

const contracts = Released.read()
const release = Released.currentRelease()

for (const version of Documents.names) {
  const [golden, current] = [Documents.golden(version), Documents.current(version)]
  const differences = Differences.between(golden, current)
  console.log(`${version}: ${differences.length === 0 ? "as committed" : `differences: ${differences.length}`}`)
  for (const difference of differences) console.log(`  ${inLine(difference)}`)
  const promise = contracts[version]
  const wrong = promise === undefined ? [] : Released.violations({ version, promise, golden, current, release })
  if (wrong[0] === undefined) continue
  console.error(wrong[0])
  process.exitCode = 1
}
