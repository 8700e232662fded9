/** `sheaf bundle`: a publisher packs data, and an operator verifies, installs and uses it (docs/operate.md). */
import { assert, beforeAll, describe, it } from "vitest"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as MemberKinds from "../../src/config/bundles/MemberKinds.ts"
import * as CommandLine from "../CommandLine.ts"
import * as Tools from "../Tools.ts"
import {
  cassette,
  filesIn,
  goodFiles,
  layout,
  name,
  newSigner,
  Operator,
  packUnchecked,
  writeFiles
} from "./Publisher.ts"

const publisher = Tools.workspaceForAll()
const pack = (version: number, ...words: ReadonlyArray<string>) =>
  Tools.sheafPrints(
    publisher,
    "bundle",
    "pack",
    "files",
    "--name",
    name,
    "--version",
    String(version),
    "--key",
    "key",
    ...words
  )

const bank = {
  company: "ee-pank",
  companyDisplayName: "Pank",
  market: "ee",
  url: "http://127.0.0.1:9000/psd2/",
  allowPrivateAddresses: true,
  profile: `bundle:${name}/profiles/saare.json`
}

const usingBundle = {
  pdf: { layouts: [`bundle:${name}/layouts`] },
  banks: [bank],
  connectors: [
    {
      url: "http://127.0.0.1:8091",
      allowPrivateAddresses: true,
      cassettes: [`bundle:${name}/cassettes/login.json`],
      companies: [
        {
          company: "ee-saare",
          companyDisplayName: "Saare",
          loginMethods: ["EMAIL"],
          insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }]
        }
      ]
    }
  ]
}

const policy = fileURLToPath(new URL("../../../adapters-pdf/fixtures/ee-motor-policy.pdf", import.meta.url))

let publicKey: string

beforeAll(async () => {
  writeFiles(join(publisher.folder, "files"), goodFiles)
  publicKey = await Tools.sheafPrints(publisher, "bundle", "key", "key")
})

const operatorFor = (more: object = {}): Operator => {
  const folder = Tools.folderFor()
  return new Operator({ folder, dataDir: join(folder, "data") }, publicKey, more)
}

const archiveOf = async (version: number): Promise<Buffer> =>
  readFileSync(join(publisher.folder, await pack(version, "--output", `${version}-${Math.random()}.tar`)))

describe("a bundle", () => {
  it("is packed, verified and installed, and gives the service layouts, profiles and cassettes", async () => {
    const operator = operatorFor(usingBundle)
    const missing = await operator.run("config", "check")
    assert.include(missing.err, `pdf.layouts.0: ${operator.folder}/${name} has no bundle; run sheaf bundle install`)

    const archive = await archiveOf(8)
    writeFileSync(join(operator.place.folder, "b.tar"), archive)
    const verified = await operator.run("bundle", "verify", "b.tar")
    const listed = Object.entries(goodFiles).map(([path, text]) => `${path}\t${Buffer.byteLength(text)}\n`)
    assert.strictEqual(verified.out, `${name}\t8\n${listed.join("")}`, verified.err)
    assert.isFalse(existsSync(operator.folder))

    const installed = await operator.run("bundle", "install", "b.tar")
    assert.strictEqual(installed.out, `${join(operator.folder, name, "8")}\n`, installed.err)
    assert.strictEqual((await operator.run("bundle", "list")).out, `${name}\t8\n`)
    assert.strictEqual((await operator.run("config", "check")).code, 0)
    const tried = await operator.run("pdf", "try", policy, "--company", "ee-saare")
    assert.include(tried.out, 'insuranceNumber = "RK-2026-0048153"', tried.err)
  })

  it("is verified by tar, openssl and sha256sum as well", async () => {
    const file = await pack(1, "--output", "public.tar")
    const pem = `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`
    writeFileSync(join(publisher.folder, "public.pem"), pem)
    const script = `
      mkdir out && tar -xf ${file} -C out && cd out
      openssl pkeyutl -verify -pubin -inkey ../public.pem -rawin -in manifest.json -sigfile manifest.sig
      python3 -c 'import json; [print(f["sha256"] + "  " + f["path"]) for f in json.load(open("manifest.json"))["files"]]' | sha256sum -c --quiet`
    assert.include(await Tools.shell(publisher, script), "Signature Verified Successfully")
  })

  it("is installed once, and a newer version replaces it", async () => {
    const operator = operatorFor(usingBundle)
    const first = await archiveOf(1)
    await operator.install(first)
    const again = await operator.install(first)
    assert.deepStrictEqual([again.code, again.err], [0, "The bundle was installed already.\n"])
    for (const version of [2, 5]) assert.strictEqual((await operator.install(await archiveOf(version))).code, 0)
    assert.strictEqual((await operator.run("bundle", "list")).out, `${name}\t5\n`)
    // A node that is starting may still read the previous version.
    assert.deepStrictEqual(readdirSync(join(operator.folder, name)).toSorted(), ["2", "5"])
    const before = filesIn(operator.folder)
    const older = await operator.install(await archiveOf(4))
    assert.include(older.err, `version 5 of ${name} is installed, and versions never go back`)
    const signed = await operator.install(await archiveOf(5))
    assert.strictEqual(signed.code, 0, signed.err)
    assert.deepStrictEqual(filesIn(operator.folder), before)
  })

  it("cannot replace another one of the same version", async () => {
    const signer = newSigner()
    const operator = operatorFor()
    operator.write(signer.publicKey)
    await operator.install(packUnchecked(signer, 3, goodFiles))
    const before = filesIn(operator.folder)
    const other = await operator.install(packUnchecked(signer, 3, { "layouts/motor.json": JSON.stringify(layout()) }))
    assert.include(other.err, `another version 3 of ${name} is installed`)
    assert.deepStrictEqual(filesIn(operator.folder), before)
  })

  it("can be read by a service that runs as another user, and changed only by its owner", async () => {
    const operator = operatorFor()
    await operator.install(await archiveOf(1))
    const script = `find ${operator.folder}/${name}/1 -printf '%m %y\\n' | sort -u`
    assert.strictEqual(await Tools.shell(publisher, script), "644 f\n755 d\n")
  })
})

describe("a signature", () => {
  it("by another key is rejected", async () => {
    const operator = operatorFor()
    const { err } = await operator.install(packUnchecked(newSigner(), 1, goodFiles))
    assert.include(err, `the signature is not from the key that is pinned for ${name}: do not use the bundle`)
    assert.isFalse(existsSync(operator.folder))
  })

  it("does not count for another bundle's name", async () => {
    const operator = operatorFor()
    writeFileSync(operator.config, JSON.stringify({ bundles: { keys: { "se-market": publicKey } } }))
    const { err } = await operator.install(await archiveOf(1))
    assert.include(err, `no key is pinned for ${name}: ask its publisher for the public key over another channel`)
  })

  it("is checked again at each start, with every file", async () => {
    const operator = operatorFor(usingBundle)
    await operator.install(await archiveOf(1))
    const file = join(operator.folder, name, "1", "layouts", "motor.json")
    writeFileSync(file, readFileSync(file, "utf8").replace("Poliisi", "Poliizi"))
    const changed = await operator.run("config", "check")
    assert.include(changed.err, "layouts/motor.json: was changed after the bundle was signed")
    assert.strictEqual(changed.code, 1)
    operator.write(newSigner().publicKey, usingBundle)
    assert.include((await operator.run("config", "check")).err, "the signature is not from the key that is pinned")
  })

  it("is checked with a key on the command line, without any configuration", async () => {
    const file = await pack(1, "--output", "alone.tar")
    const words = ["bundle", "verify", file, "--public-key"]
    assert.include(await Tools.sheafPrints(publisher, ...words, publicKey), "layouts/motor.json\t")
    assert.include(
      await Tools.sheafFails(publisher, ...words, newSigner().publicKey),
      "the signature is not from the key"
    )
    assert.include(await Tools.sheafFails(publisher, ...words, "AAAA"), "--public-key: expected a key that begins with")
    assert.include(await Tools.sheafFails(publisher, "bundle", "install", file), "set SHEAF_CONFIG")
  })
})

describe("a setting", () => {
  it.each([
    ["names a file that the bundle lacks", `bundle:${name}/layouts/home.json`, "the bundle has no layouts/home.json"],
    ["leaves the bundle", `bundle:${name}/../../../etc`, "the bundle has no ../../../etc"],
    ["names a bundle without a key", "bundle:se-market/layouts", "no key is pinned for se-market"]
  ])("that %s is rejected", async (_, reference, fault) => {
    const operator = operatorFor({ pdf: { layouts: [reference] } })
    await operator.install(await archiveOf(1))
    assert.include((await operator.run("config", "check")).err, `pdf.layouts.0: ${fault}`)
  })

  it("cannot pin something that is not a key", async () => {
    const operator = operatorFor()
    operator.write("MCowBQYDK2VwAyEA")
    const { err } = await operator.install(await archiveOf(1))
    assert.include(err, `bundles.keys.${name}: expected the public key that sheaf bundle key prints`)
  })

  it("can name folders of files that are not in a bundle", async () => {
    const operator = operatorFor({ pdf: { layouts: ["own"] } })
    writeFiles(join(operator.place.folder, "own"), { "motor.json": JSON.stringify(layout()), "notes.txt": "" })
    assert.strictEqual((await operator.run("config", "check")).code, 0)
    writeFiles(join(operator.place.folder, "own"), { "faulty.json": "{}" })
    assert.include((await operator.run("config", "check")).err, "faulty.json: id: Missing key")
  })

  it("of a bank can be a profile of the operator's own, with a secret, that extends a bundle's", async () => {
    const operator = operatorFor({ banks: [{ ...bank, profile: "own.json" }] })
    await operator.install(await archiveOf(1))
    const own = { extends: bank.profile, authentication: { clientSecretFile: "secret", method: "client_secret_post" } }
    writeFiles(operator.place.folder, { "own.json": JSON.stringify(own), secret: "hush" })
    const { code, err } = await operator.run("config", "check")
    assert.include(err, "other users can read or change")
    assert.strictEqual(code, 1)
    await Tools.run("chmod", ["600", "secret"], operator.place.folder)
    assert.strictEqual((await operator.run("config", "check")).code, 0)
  })
})

describe("a publisher", () => {
  const packed = async (files: Readonly<Record<string, string>>, ...words: ReadonlyArray<string>) => {
    const place = { folder: Tools.folderFor(), dataDir: "" }
    writeFiles(join(place.folder, "files"), files)
    await Tools.sheafPrints(place, "bundle", "key", "key")
    const all = ["bundle", "pack", "files", "--name", name, "--version", "1", "--key", "key", ...words]
    return (await CommandLine.run(place, all)).err
  }

  it.each([
    [
      "a secret",
      { "profiles/a.json": '{ "authentication": { "clientSecretFile": "secret" } }' },
      "profiles/a.json: /authentication/clientSecretFile is not allowed in a bundle"
    ],
    [
      "an unknown folder",
      { "scripts/a.sh": "" },
      "contains scripts; a bundle has only the folders layouts, profiles, cassettes, logos"
    ],
    ["an unknown ending", { "layouts/a.txt": "" }, '"layouts/a.txt": expected a name that ends with .json'],
    [
      "a cassette of another protocol version",
      { "cassettes/a.json": JSON.stringify({ ...cassette, protocol: "2" }) },
      "cassettes/a.json: /protocol: expected 1, because the cassette has calls of another protocol version"
    ],
    [
      "a cassette of another format version",
      { "cassettes/a.json": JSON.stringify({ ...cassette, version: 2 }) },
      "cassettes/a.json: /version: expected 1; record the cassette again"
    ]
  ])("cannot pack %s", async (_, files, fault) => {
    assert.include(await packed(files), fault)
  })

  it("has a name that operators can pin", async () => {
    const words = ["bundle", "pack", "files", "--name", "EE Market", "--version", "1", "--key", "key"]
    assert.include(await Tools.sheafFails(publisher, ...words), "/name: expected lower-case letters, digits")
  })

  it("overwrites neither keys nor bundles", async () => {
    const exists = "exists; choose another name"
    assert.include(await Tools.sheafFails(publisher, "bundle", "key", "key"), exists)
    await pack(77)
    const words = ["bundle", "pack", "files", "--name", name, "--version", "77", "--key", "key"]
    assert.include(await Tools.sheafFails(publisher, ...words), exists)
  })
})

it("the guide lists the kinds of files", () => {
  const guide = readFileSync(fileURLToPath(new URL("../../../../docs/bundles.md", import.meta.url)), "utf8")
  for (const [kind, { meaning }] of MemberKinds.all) assert.include(guide, `| \`${kind}\` | ${meaning} |`)
})
