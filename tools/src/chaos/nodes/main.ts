/** `npm run chaos -- nodes`: injects faults into several nodes on one database. `--help` lists the options and the faults. */
import * as Random from "../../workshop/driver/Random.ts"
import * as CommandLine from "./CommandLine.ts"
import * as Faults from "./Faults.ts"
import * as Run from "./Run.ts"

export const main = async (args: ReadonlyArray<string>): Promise<void> => {
  const command = CommandLine.parse(args, Faults.all)
  if (command._tag === "Print") return console.log(command.text)
  if (command._tag === "Refused") {
    console.error(command.reason)
    process.exitCode = 2
    return
  }
  const { plan, seed } = command
  console.log(`Seed ${seed}, faults: ${plan.faults.map(({ name }) => name).join(", ")}.`)
  const began = performance.now()
  const report = (line: string) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`)
  const { collections, consents, folder, violations } = await Run.run({ ...plan, random: Random.make(seed), report })
  if (violations.length > 0) {
    console.error(violations.join("\n"))
    console.error(`The nodes broke ${violations.length} promises. The logs are in ${folder}.`)
    process.exitCode = 1
    return
  }
  console.log(
    `${collections} collections, ${consents} consents: none was lost, ended twice or went backwards, and each step was ` +
      "recorded once."
  )
}
