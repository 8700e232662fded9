/** Tests that each structural rule rejects sources that break it, and that the packages and tools follow it. */
import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import { check } from "../src/structure/Rule.ts"
import type { Rule } from "../src/structure/Rule.ts"
import { rules } from "../src/structure/Rules.ts"
import type { SourceFile } from "../src/structure/Sources.ts"
import { readSources } from "../src/structure/Sources.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const all = [...new Set(Object.values(rules).flat())]

const folders: Readonly<Record<keyof typeof rules, string>> = {
  packages: "packages/*/src",
  tools: "tools/src",
  tests: "{packages/*/{test,src/testing},tools/test}"
}

const folder = "packages/domain/src/people"
const file = (text: string, name = "Person"): SourceFile => ({ path: `${folder}/${name}.ts`, text })
const old = (text: string): SourceFile => ({ path: "packages/domain/src/versions/2025-01-01/Change.ts", text })
const sql = (text: string): SourceFile => ({ path: "packages/adapters-sql/src/collections/Writing.ts", text })
const of = (name: string, text: string): SourceFile => ({ path: `packages/application/src/${name}.ts`, text })
const lines = (count: number): string => "const name = 1\n".repeat(count)

/** For each rule, sources that only just break it and sources that only just follow it. */
const fixtures: Readonly<
  Record<string, readonly [wrong: ReadonlyArray<SourceFile>, right: ReadonlyArray<SourceFile>]>
> = {
  "only AtomicFiles replaces files, because each write must reach the disk": [
    [file("await rename(draft, path)\n"), file("yield* fileSystem.rename(draft, path)\n", "Other")],
    [file("yield* AtomicFiles.replace(path, content)\n")]
  ],
  "folders do not import each other in a circle": [
    [
      of("people/Person", 'import { Address } from "../places/Address.ts"\n'),
      of("places/Address", 'export type { Country } from "./near/Country.ts"\n'),
      of("places/near/Country", 'import type { Person } from "../../people/Person.ts"\n')
    ],
    [
      of("people/Person", 'import { Address } from "../places/Address.ts"\nimport { Name } from "./Name.ts"\n'),
      of("places/Address", 'import { Place } from "./Place.ts"\n'),
      of("index", 'export * from "./people/Person.ts"\n')
    ]
  ],
  "a file starts with a comment that states its purpose": [
    [file('import { Schema } from "effect"\n/** A person. */\n')],
    [file("/** A person. */\n"), file("#!/usr/bin/env node\n/**\n * A person.\n */\n")]
  ],
  "no test sleeps in real time": [
    [file('import { setTimeout as pause } from "node:timers/promises"\n')],
    [file('yield* TestClock.adjust("1 hour")\n'), file("/** Replaces setTimeout. */\n")]
  ],
  "a source file has at most 400 lines": [[file(lines(401))], [file(lines(400))]],
  "SQL contains no status name, because only lifecycles change statuses": [
    [sql("sql`UPDATE collection SET status = 'FAILED'`\n")],
    [
      sql("/** Ends as FAILED. */\nsql`UPDATE collection SET status = ${end.status}, failure = 'FAILED_TO_READ'`\n"),
      file("sql`UPDATE collection SET status = 'FAILED'`\n")
    ]
  ],
  "only version folders and lists of versions name a dated version": [
    [file("/** As 2025-01-01 has it. */\n")],
    [
      file('const createdAt = "2026-04-01T08:00:00.000Z"\nconst startDate = "2026-01-01"\n'),
      { path: "packages/domain/src/versions/2025-01-01/Version.ts", text: 'const version = "2025-01-01"\n' },
      { path: "packages/domain/src/testing/Dates.ts", text: 'const today = "2026-04-01"\n' }
    ]
  ],
  "an older version's folder imports the model only through the next version's folder": [
    [old('import { Fees } from "../../../records/wealth/Fees.ts"\n')],
    [
      old('import { Fees } from "../../2026-04-01/Fees.ts"\nimport * as Texts from "../../../Texts.ts"\n'),
      old('import { FlatFees } from "./SplitFees.ts"\nimport type { Loss } from "../../VersionChange.ts"\n')
    ]
  ],
  "the core distinguishes its own types by tags": [
    [file('if ("login" in order) return\n')],
    [file('if (order._tag === "Login") return\n')]
  ],
  "a schema decodes JSON, not a cast or an annotation": [
    [file("const person = JSON.parse(text) as Person\n")],
    [
      file("const person: unknown = JSON.parse(text)\nconst read = { try: (): unknown => JSON.parse(text) }\n"),
      { path: "packages/domain/src/testing/Person.ts", text: "const person: Person = JSON.parse(text)\n" }
    ]
  ]
}

it.each(all)("the check notices a violation: $name", ({ find, name }) => {
  const [wrong = [], right = []] = fixtures[name] ?? []
  assert.isNotEmpty(check({ name, find }, wrong))
  assert.deepStrictEqual(check({ name, find }, right), [])
})

describe.each(["packages", "tools", "tests"] as const)("the rules for %s", (kind) => {
  const sources = readSources(root, folders[kind])

  it.each([...rules[kind]])("hold: $name", (rule) => {
    assert.deepStrictEqual(check(rule, sources), [])
  })
})

describe("a dated version", () => {
  const rule = all.find(({ name }) => name.endsWith("name a dated version"))

  it.each(["2026-04-01", "WealthRecord20250101", "../versions/2024-07-01/Version.ts"])("is named by %s", (name) => {
    assert.lengthOf(rule?.find([file(`const name = "${name}"\n`)]) ?? [], 1)
  })
})

describe("JSON gets a type without a check", () => {
  const rule = all.find(({ name }) => name.startsWith("a schema decodes JSON"))

  it.each([
    "const people: ReadonlyArray<Person> = JSON.parse(text)",
    "const { name }: { readonly name: string } = JSON.parse(text)",
    "const read = (): Person => JSON.parse(text)",
    "const read = (): Person => {\n  return JSON.parse(text)\n}"
  ])("in %s", (code) => {
    assert.lengthOf(rule?.find([file(code)]) ?? [], 1)
  })
})

describe("an exception", () => {
  const rule: Rule = {
    name: "a person has no title",
    find: (all) => all.flatMap(({ path, text }) => (text === "Dr" ? [{ where: path, fact: text }] : [])),
    exceptions: { [`${folder}/Person.ts`]: "an author" }
  }

  it("allows its own file to break the rule, and no other", () => {
    assert.deepStrictEqual(check(rule, [file("Dr"), file("Dr", "Other")]), [`${folder}/Other.ts: Dr`])
  })

  it("is reported when it is no longer needed", () => {
    assert.deepStrictEqual(check(rule, [file("")]), [`${folder}/Person.ts: needs no exception`])
  })
})
