/** Tests the README's example, its openssl command and its list of signing rules. */
import { assert, it } from "@effect/vitest"
import { X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { SigningPolicy } from "../src/index.ts"
import * as Folder from "./Folder.ts"
import * as Openssl from "./Openssl.ts"
import { firstCertificate, violatedRule } from "./ReadmeExample.ts"
import { test } from "./TestServices.ts"

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8")
const readme = read("../README.md")

it("the README shows the example that is tested here", () => {
  const [, example] = /```ts\n([^]*?)```/.exec(readme) ?? []
  assert.strictEqual(example, read("./ReadmeExample.ts"))
})

test("the example issues a certificate, and names the rule behind a rejection", function* () {
  const { certificate, serial } = yield* firstCertificate(join(yield* Folder.make, "certs"))
  assert.strictEqual(new X509Certificate(certificate).serialNumber.toLowerCase(), serial)
  assert.strictEqual(violatedRule("nothing"), "NOT_A_REQUEST")
})

test("the README's openssl command makes a request that is signed", function* () {
  const [, command = ""] = /^openssl (req -new .+)$/m.exec(readme) ?? []
  assert.isNotEmpty(command)
  const openssl = yield* Openssl.make
  openssl.expect(...command.split(" ").map((word) => word.replaceAll("'", "")))
  assert.isUndefined(violatedRule(openssl.readText("test.csr")))
})

it("the README lists every rule with its source", () => {
  for (const [name, { says, source }] of Object.entries(SigningPolicy.rules)) {
    assert.include(readme, `| \`${name}\` | ${says} | ${source} |`)
  }
})
