import { assert, describe, it } from "@effect/vitest"
import { Connectors } from "@sheaf/ports"
import type { ConnectedCompany } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { layouts } from "../src/index.ts"
import { base64Of } from "./Fixture.ts"
import { upload } from "./ReadmeExample.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")

const identity = { company: "ee-rannakindlustus", companyDisplayName: "Rannakindlustus", market: "ee" } as const

const company: ConnectedCompany = {
  availability: {
    ...identity,
    functional: true,
    status: "OPERATIONAL",
    loginMethods: [],
    products: ["INSURANCE"],
    updatedAt: "2026-04-01T00:00:00Z"
  },
  supported: { ...identity, insurance: [], wealth: [] },
  connector: {
    begin: () => Effect.die("nobody logs in"),
    resume: () => Effect.die("nobody logs in"),
    cancel: () => Effect.void,
    document: () => Effect.die("nobody logs in")
  }
}

const companies = Layer.succeed(Connectors, {
  all: Effect.succeed([company]),
  find: () => Effect.succeedSome(company)
})

describe("the README", () => {
  it("shows the example that is run here", () => {
    const [, example] = /```ts\n([^]*?)```/.exec(read("../README.md")) ?? []
    assert.strictEqual(example, read("./ReadmeExample.ts"))
  })

  it.live("has an example that reads a document", () =>
    Effect.map(upload(companies, identity.company, base64Of("ee-motor-policy")), ({ status }) =>
      assert.strictEqual(status, "COMPLETED")
    )
  )
})

describe("the guide to layouts", () => {
  it.each(layouts)("lists $id", ({ id, title }) => {
    assert.include(read("../../../docs/pdf-layouts.md"), `| \`${id}\` | ${title} |`)
  })

  it("lists no other", () => {
    const listed = Array.from(
      read("../../../docs/pdf-layouts.md").matchAll(/^\| `([a-z-]+\/[a-z-]+)` \|/gmu),
      ([, id]) => id
    )
    assert.sameMembers(
      listed,
      layouts.map(({ id }) => id)
    )
  })
})
