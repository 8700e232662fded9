/** `npm run bench -- [part …]`: measures the service. `--help` lists the options and the parts. */
import * as Parts from "./Parts.ts"
import * as Program from "./harness/Program.ts"

try {
  process.exitCode = await Program.execute(process.argv.slice(2), Parts.all, console)
} finally {
  await Parts.stop()
}
