/**
 * `npm run record:data -- <release>`: records data folders with the current code into `fixtures/data/<release>`. The
 * tests of every later release open these folders (fixtures/data/README.md).
 */
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { record } from "./record/Folder.ts"
import * as Killed from "./record/Killed.ts"
import * as Stopped from "./record/Stopped.ts"

const [release] = process.argv.slice(2)
if (release === undefined || !/^\d+\.\d+\.\d+$/.test(release)) throw new Error("expected a release, for example 1.0.0")

// The folders contain files that only their owner can read.
process.umask(0o077)

const folder = fileURLToPath(new URL(`../../fixtures/data/${release}`, import.meta.url))
await record(join(folder, "stopped"), release, "stopped", Stopped.fill)
console.log(`${folder}/stopped was recorded.`)
await record(join(folder, "killed"), release, "killed", Killed.fill)
console.log(`${folder}/killed was recorded.`)
