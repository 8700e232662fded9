/**
 * `npm run openapi:release`: writes the contract that each document promises. After the first release of a document, only additions are possible. Each addition must be described in a sentence: `npm run openapi:release -- "…"`.
 */
import * as Documents from "./Documents.ts"
import * as ReleasedContract from "./ReleasedContract.ts"

const [title] = process.argv.slice(2)
const release = ReleasedContract.currentRelease()

const renewed = Documents.documentNames.map((version) => {
  const current = Documents.currentDocument(version)
  const promise = ReleasedContract.read(version)
  return [
    version,
    promise === undefined
      ? ReleasedContract.initialContract(current, release)
      : ReleasedContract.updateContract({ version, promise, current, release }, title)
  ] as const
})

for (const [version, contract] of renewed) ReleasedContract.write(version, contract)
