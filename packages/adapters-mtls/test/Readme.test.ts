import { assert, it } from "@effect/vitest"
import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { SigningPolicy } from "../src/index.ts"
import * as Folder from "./Folder.ts"
import * as Openssl from "./Openssl.ts"
import { firstCertificate, refusal } from "./ReadmeExample.ts"
import { test } from "./World.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")
const readme = read("../README.md")

it("shows the example that is run here", () => {
  const [, example] = /```ts\n([^]*?)```/.exec(readme) ?? []
  assert.strictEqual(example, read("./ReadmeExample.ts"))
})

test("gives what the example says", function* () {
  const { certificate, serial } = yield* firstCertificate(join(yield* Folder.make, "certs"))
  assert.strictEqual(new X509Certificate(certificate).serialNumber.toLowerCase(), serial)
  assert.strictEqual(refusal("nothing"), "NOT_A_REQUEST")
})

test("shows how plain openssl makes a request that is signed", function* () {
  const [, command = ""] = /^openssl (req -new .+)$/m.exec(readme) ?? []
  assert.isNotEmpty(command)
  const openssl = yield* Openssl.make
  openssl.expect(...command.split(" ").map((word) => word.replaceAll("'", "")))
  assert.isUndefined(refusal(Buffer.from(openssl.read("test.csr")).toString()))
})

it("names every rule of the policy, with what it says and where it comes from", () => {
  for (const [name, { says, source }] of Object.entries(SigningPolicy.rules)) {
    assert.include(readme, `| \`${name}\` | ${says} | ${source} |`)
  }
})
