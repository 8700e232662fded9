/**
 * `npm run audit:check`: asks the registry for known vulnerabilities in the service's packages, and fails if there are
 * any. If the registry does not respond, it only reports that nothing was checked.
 */
import { spawnSync } from "node:child_process"
import { readNpmAuditReport } from "./Vulnerabilities.ts"

const options = ["--json", "--omit=dev", "--omit=optional", "--fetch-retries=0", "--fetch-timeout=20000"]
const { stdout } = spawnSync("npm", ["audit", ...options], { encoding: "utf8", timeout: 60_000 })
const found = readNpmAuditReport(stdout ?? "")

if (found._tag === "NotChecked")
  console.log(`vulnerabilities: NOT CHECKED, because the registry did not report: ${found.reason}`)
else if (found._tag === "Clean") console.log("vulnerabilities: none known")
else {
  console.error(["vulnerabilities:", ...found.packages].join("\n"))
  process.exitCode = 1
}
