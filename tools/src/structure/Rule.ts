/** A structural rule with its exceptions, and a check that the sources follow the rule. */
import type { SourceFile } from "./Sources.ts"

export interface Rule {
  readonly name: string
  readonly find: (sources: ReadonlyArray<SourceFile>) => ReadonlyArray<Finding>
  readonly exceptions?: Readonly<Record<string, string>>
}

export interface Finding {
  readonly where: string
  readonly fact: string
}

/** Returns the findings that have no exception, and the exceptions that are no longer needed. */
export const check = ({ exceptions = {}, find }: Rule, sources: ReadonlyArray<SourceFile>): ReadonlyArray<string> => {
  const findings = find(sources)
  return [
    ...findings.filter(({ where }) => !(where in exceptions)).map(({ fact, where }) => `${where}: ${fact}`),
    ...Object.keys(exceptions)
      .filter((path) => !findings.some(({ where }) => where === path))
      .map((path) => `${path}: needs no exception`)
  ]
}
