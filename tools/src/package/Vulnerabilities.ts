/** The report of `npm audit --json` about the packages in the service. */
import { isObject, objectAt, objectOf } from "../openapi/Json.ts"

export type NpmAuditResult =
  | { readonly _tag: "NotChecked"; readonly reason: string }
  | { readonly _tag: "Clean" }
  | { readonly _tag: "Found"; readonly packages: ReadonlyArray<string> }

const parse = (output: string): unknown => {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}

/** A report with neither vulnerabilities nor counts means that the registry has failed. */
export const readNpmAuditReport = (output: string): NpmAuditResult => {
  const report = objectOf(parse(output))
  const { vulnerabilities } = report
  if (!isObject(vulnerabilities) || typeof objectAt(report, "metadata", "vulnerabilities")["total"] !== "number") {
    const { message, summary } = { ...report, ...objectAt(report, "error") }
    const [reason] = [message, summary].filter((text) => typeof text === "string" && text !== "")
    return { _tag: "NotChecked", reason: typeof reason === "string" ? reason : "npm printed no report" }
  }
  const packages = Object.entries(vulnerabilities).map(([name, value]) => {
    const { range, severity } = objectOf(value)
    return `${name} ${String(range)}: ${String(severity)}`
  })
  return packages.length === 0 ? { _tag: "Clean" } : { _tag: "Found", packages }
}
