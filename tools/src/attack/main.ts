/** `npm run attack -- [attack …]`: attacks the service while a victim uses it. `--help` lists the options and the attacks. */
import * as Attacks from "./Attacks.ts"
import * as CommandLine from "./CommandLine.ts"
import * as Suite from "./Suite.ts"

const command = CommandLine.parse(process.argv.slice(2), Attacks.all)
if (command._tag === "Print") console.log(command.text)
else if (command._tag === "Refused") {
  console.error(command.reason)
  process.exitCode = 2
} else {
  const began = performance.now()
  const failed = await Suite.run(command.attacks, command.length, console.log)
  const { attacks } = command
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`${attacks.length} attacks, ${attacks.length - failed.length} withstood, in ${seconds} s.`)
  if (failed.length > 0) {
    console.error(`FAILED: ${failed.join(", ")}`)
    process.exitCode = 1
  }
}
