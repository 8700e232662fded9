/**
 * `npm run chaos -- [seconds]`: kills the service repeatedly, for a minute by default, and checks that it keeps its
 * promises. `npm run chaos -- nodes` injects faults into several nodes on one database.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./chaos/Chaos.ts"
import * as Nodes from "./chaos/nodes/main.ts"

const alone = async (seconds: number): Promise<void> => {
  if (!Number.isFinite(seconds) || seconds <= 0) throw new Error("expected a number of seconds above zero")
  const until = Date.now() + seconds * 1000

  let rounds = 0
  let accepted = 0
  let consents = 0
  let missed = 0
  do {
    const dataDir = mkdtempSync(join(tmpdir(), "sheaf-chaos-"))
    const outcome = await run({
      dataDir,
      collections: 300,
      consents: 120,
      kills: 6,
      life: [100, 2_500],
      random: Math.random,
      report: console.log
    })
    rounds++
    accepted += outcome.accepted
    consents += outcome.consents
    missed += outcome.missed
    if (outcome.violations.length > 0) {
      console.error(outcome.violations.join("\n"))
      console.error(`The service broke its guarantees. Its data is in ${dataDir}.`)
      process.exit(1)
    }
    rmSync(dataDir, { recursive: true })
  } while (Date.now() < until)
  if (missed > 0) console.log(`${missed} collections timed out, because this busy machine posted their input too late.`)
  console.log(
    `${rounds} rounds, ${accepted} collections, ${consents} consents: none was lost, ended twice or went backwards.`
  )
}

const [first = "60", ...rest] = process.argv.slice(2)
await (first === "nodes" ? Nodes.main(rest) : alone(Number(first)))
