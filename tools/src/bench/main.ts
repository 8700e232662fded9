/**
 * `npm run bench -- [part …] [--short]`: runs all benchmarks or the named ones. Absolute figures depend on the machine, so
 * compare the ratios. `--short` reduces the benchmark that takes minutes.
 */
import { cpus } from "node:os"
import { parseArgs } from "node:util"
import { withService } from "./servers/Bench.ts"
import * as Collections from "./Collections.ts"
import * as Data from "./Data.ts"
import * as NameMatching from "./NameMatching.ts"
import * as Polls from "./Polls.ts"
import * as Process from "./Process.ts"
import * as Report from "./Report.ts"
import * as Tls from "./Tls.ts"
import * as VersionCodecs from "./VersionCodecs.ts"
import * as Waiting from "./Waiting.ts"

const { positionals: named, values } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false } }
})

const parts = {
  names: NameMatching.run,
  codecs: VersionCodecs.run,
  process: Process.run,
  polls: () => withService(Polls.run),
  tls: () => withService(Tls.run),
  data: Data.run,
  collections: () => withService(Collections.run),
  waiting: () => Waiting.run(values.short ? Waiting.short : Waiting.full)
}

const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name)

const unknown = named.filter((name) => !isPart(name))
if (unknown.length > 0)
  throw new Error(`unknown benchmark ${unknown.join(", ")}; choose from ${Object.keys(parts).join(", ")}`)

console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`)
for (const name of Object.keys(parts).filter(isPart)) {
  if (named.length > 0 && !named.includes(name)) continue
  const figures = await parts[name]()
  console.log(`\n${name}\n${Report.table(figures)}`)
}
