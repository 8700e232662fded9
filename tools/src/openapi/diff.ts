/**
 * `npm run openapi:diff`: prints how each document differs from its released contract. Fails if a document breaks that contract.
 */
import * as Documents from "./Documents.ts"
import * as ReleasedContract from "./ReleasedContract.ts"

const release = ReleasedContract.currentRelease()

for (const version of Documents.documentNames) {
  const promise = ReleasedContract.read(version)
  const current = Documents.currentDocument(version)
  const [wrong, ...differences] =
    promise === undefined
      ? [`${version} has no released contract. Run npm run openapi:release.`]
      : ReleasedContract.violations({ version, promise, current, release })
  console.log(`${version}: ${wrong === undefined ? "as released" : `differences: ${differences.length}`}`)
  for (const difference of differences) console.log(difference)
  if (wrong === undefined) continue
  console.error(wrong)
  process.exitCode = 1
}
