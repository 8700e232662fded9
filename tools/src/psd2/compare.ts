/**
 * `npm run psd2:compare -- FILE`: compares the project's description of NextGenPSD2 with a description of the standard
 * in YAML or JSON, and fails if the project has anything that the standard does not allow.
 */
import { readFileSync } from "node:fs"
import { parse } from "yaml"
import { bankOpenApi } from "@sheaf/adapters-sandbox/tables"
import { objectOf } from "../openapi/Json.ts"
import { compare } from "./StandardComparison.ts"

const [file] = process.argv.slice(2)

if (file === undefined) {
  console.error("usage: npm run psd2:compare -- FILE")
  process.exitCode = 1
} else {
  const standard: unknown = parse(readFileSync(file, "utf8"), { logLevel: "silent" })
  const { compared, differences } = compare(bankOpenApi(), objectOf(standard))
  for (const difference of differences) console.error(difference)
  const { members, operations, parameters } = compared
  const sum = differences.length === 0 ? "no differences" : `differences: ${differences.length}`
  console.log(`${operations} operations, ${parameters} parameters, ${members} members of bodies: ${sum}`)
  if (differences.length > 0) process.exitCode = 1
}
